/** Selects the posts of an export by the values of options, for the command `aviary export` and for the console. */
import type { Store } from '../../db/store.ts'
import { findUser } from '../../domain/accounts/user.ts'
import type { Context } from '../../domain/context.ts'
import { WordCodec } from '../../domain/search/word-codec.ts'
import type { PostSelection } from '../../exporters/selected-posts.ts'
import { V2_STREAM } from '../../filter/dialect.ts'
import { problemText } from '../../filter/problem.ts'
import { readRule } from '../../filter/rule.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import { FIRST_SNOWFLAKE, firstSnowflakeAt, SNOWFLAKE_EPOCH_MS } from '../../lib/ids/snowflake.ts'
import { readIsoDay, readOffsetTime } from '../../lib/time/iso-time.ts'

/** Values of the command line options. */
export interface SelectionFlags extends Record<string, unknown> {
  readonly query?: string
  readonly since?: string
  readonly until?: string
  readonly author?: string
  readonly includeProtected?: boolean
}

/**
 * The syntax of rules for exports. A rule that has no other terms than `has:`, `is:` and `lang:` is valid for an
 * export, and invalid for a stream. An export with such a rule costs no more than any other export.
 */
const DIALECT = { ...V2_STREAM, allowsFactsAlone: true }

export type SelectionFlag = 'query' | 'since' | 'until' | 'author'

/** Thrown for an option that cannot be read, and for an unknown or hidden author. */
export class SelectionInvalid extends Error {
  override readonly name = 'SelectionInvalid'
  readonly flag: SelectionFlag
  /** The message without the name of the option. */
  readonly reason: string

  constructor(flag: SelectionFlag, reason: string) {
    super(`--${flag}${reason}`)
    this.flag = flag
    this.reason = reason.replace(/^:? /, '')
  }
}

/** The selection that these options describe. @throws {SelectionInvalid} */
export async function readSelection(
  { store, vault }: Pick<Context, 'store' | 'vault'>,
  flags: SelectionFlags,
): Promise<PostSelection> {
  const since = readBound('since', flags.since)
  const until = readBound('until', flags.until)
  const from = since?.id ?? 0n
  const to = until === undefined ? LARGEST_ID : until.id - 1n
  if (from > to) throw new SelectionInvalid('since', ' must be before --until')
  const rule = flags.query === undefined ? undefined : readQuery(flags.query)
  const authorId = flags.author === undefined ? undefined : await authorOf(store, flags.author, flags)
  return {
    range: { from, to, authorId },
    times: { since: since?.time, until: until?.time },
    rule,
    codec: rule === undefined ? undefined : new WordCodec(vault),
    includesProtected: flags.includeProtected === true,
  }
}

interface Bound {
  readonly id: bigint
  /** The time in milliseconds since the Unix epoch; undefined if the bound is an id. */
  readonly time?: number
}

function readBound(flag: 'since' | 'until', text: string | undefined): Bound | undefined {
  if (text === undefined) return undefined
  if (/^\d{5,19}$/.test(text) && BigInt(text) <= LARGEST_ID) return { id: BigInt(text) }
  const time = readIsoDay(text) ?? readOffsetTime(text)
  if (time !== undefined) return { id: boundAt(flag, time), time }
  throw new SelectionInvalid(
    flag,
    ` takes a day such as 2020-08-12, a time such as 2020-08-12T10:00:00Z, or the id of a post, not ${JSON.stringify(text)}`,
  )
}

/**
 * For `since`, the first id of posts since a time; for `until`, the first id after the posts until a time. Ids below
 * {@link FIRST_SNOWFLAKE} contain no time, so the times of posts with these ids are compared one by one.
 */
function boundAt(flag: 'since' | 'until', time: number): bigint {
  if (time > SNOWFLAKE_EPOCH_MS) return firstSnowflakeAt(time)
  return flag === 'since' ? 0n : FIRST_SNOWFLAKE
}

function readQuery(text: string) {
  const reading = readRule(text, DIALECT)
  if ('expression' in reading) return reading.expression
  throw new SelectionInvalid('query', `: ${reading.problems.map(problemText).join('; ')}`)
}

async function authorOf(store: Store, text: string, { includeProtected }: SelectionFlags): Promise<bigint> {
  const name = text.replace(/^@/, '')
  const byId =
    /^\d{1,19}$/.test(text) && BigInt(text) <= LARGEST_ID
      ? await findUser(store, { id: BigInt(text) })
      : undefined
  const user = byId ?? (await findUser(store, { screenName: name }))
  if (user === undefined) throw new SelectionInvalid('author', `: there is no user ${JSON.stringify(text)}`)
  if (user.deactivatedAt !== null) {
    throw new SelectionInvalid(
      'author',
      `: ${user.screenName} is deactivated; posts of deactivated users are not exported`,
    )
  }
  if (user.isProtected && includeProtected !== true) {
    throw new SelectionInvalid(
      'author',
      `: the posts of ${user.screenName} are protected; add --include-protected to export them`,
    )
  }
  return user.id
}

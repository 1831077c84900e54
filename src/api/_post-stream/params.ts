/** Parameters of post streams: lists of names, and the parameters to resume (spec/server.md#resume-of-streams). */
import { Type } from 'typebox'
import type { Param, ParamSpec, ParamValues } from '../../http/params.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { StreamStart } from '../../streams/history.ts'
import { positionBefore } from '../../streams/position-before.ts'
import type { PostStreams } from '../../streams/posts/streams.ts'
import { Problem } from '../_problems.ts'

/** Refuses a value of a parameter. @throws {Problem} `invalidRequest` */
export function refuseValue(name: string, value: string, what: string): never {
  const message = `The \`${name}\` query parameter value [${value}] ${what}`
  throw new Problem('invalidRequest', undefined, [{ parameters: { [name]: [value] }, message }])
}

/** One of the given names; undefined when the parameter was not sent. */
export function oneOf<const Name extends string>(
  names: readonly Name[],
  description: string,
): Param<Name | undefined> {
  return {
    schema: Type.Optional(Type.String({ enum: [...names], description })),
    parse: (text, name) => (text === undefined ? undefined : nameIn(names, text, name)),
  }
}

/** A list of allowed names, separated by commas; repeated names count once. Empty when the parameter was not sent. */
export function anyOf<const Name extends string>(
  names: readonly Name[],
  description: string,
): Param<readonly Name[]> {
  return {
    schema: Type.Optional(Type.String({ description: `${description}: any of ${names.join(', ')}.` })),
    parse: (text, name) =>
      text === undefined ? [] : [...new Set(text.split(',').map((each) => nameIn(names, each, name)))],
  }
}

function nameIn<Name extends string>(names: readonly Name[], text: string, parameter: string): Name {
  return (
    names.find((name) => name === text) ?? refuseValue(parameter, text, `is not one of [${names.join(',')}]`)
  )
}

function matching(pattern: string, description: string): Param<string | undefined> {
  return {
    schema: Type.Optional(Type.String({ pattern, description })),
    // An empty position is an error. A client that sends an empty position has lost its position. If the stream
    // began at the present, the client would miss posts without notice.
    refusesEmpty: true,
    parse(text, name) {
      if (text !== undefined && !new RegExp(pattern).test(text)) {
        refuseValue(name, text, `does not match ${pattern}`)
      }
      return text
    },
  }
}

/** Parameters to resume and to receive positions in messages. Only Aviary has them. */
export const RESUME_PARAMS = {
  resume_after: matching(
    '^[0-9]{1,19}$',
    'Begin after this position. A line with the key `gap` reports messages that are no longer stored.',
  ),
  backfill_minutes: matching('^[0-5]$', 'Begin this many minutes ago.'),
  positions: matching('^(true|false)$', 'Add its `position` to each message.'),
} satisfies ParamSpec

type ResumeValues = ParamValues<typeof RESUME_PARAMS>

const NO_BACKFILL = '0'

/** True if the client has requested to resume, a backfill or positions. */
export function asksToResume(values: ResumeValues): boolean {
  const { resume_after, backfill_minutes = NO_BACKFILL, positions } = values
  return resume_after !== undefined || backfill_minutes !== NO_BACKFILL || positions !== undefined
}

interface StartServices {
  readonly postStreams: PostStreams
  readonly clock: Clock
}

/**
 * The start of a connection.
 * @throws {Problem} `invalidRequest` for a position that is not in the log yet, and for a position together
 * with `backfill_minutes`
 */
export async function readStart(values: ResumeValues, services: StartServices): Promise<StreamStart> {
  const { resume_after: resumeAfter, backfill_minutes: minutes, positions } = values
  if (resumeAfter !== undefined && minutes !== undefined) {
    refuseValue('backfill_minutes', minutes, 'is not valid beside `resume_after`')
  }
  const after =
    resumeAfter === undefined
      ? await backfillFrom(minutes, services)
      : await positionOf(resumeAfter, services)
  return { after, sendsGaps: resumeAfter !== undefined, sendsPositions: positions === 'true' }
}

async function positionOf(digits: string, { postStreams: { log } }: StartServices): Promise<bigint> {
  const position = BigInt(digits)
  // Another process may have sent the client a position whose event this process has not read yet.
  if (position > log.head) await log.catchUp()
  if (position > log.head) refuseValue('resume_after', digits, 'is not a position that this stream has given')
  return position
}

async function backfillFrom(
  minutes: string | undefined,
  { postStreams, clock }: StartServices,
): Promise<bigint | undefined> {
  if (minutes === undefined || minutes === NO_BACKFILL) return undefined
  return positionBefore(postStreams.log, postStreams.position, clock.now() - Number(minutes) * 60_000)
}

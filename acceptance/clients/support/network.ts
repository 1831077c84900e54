/**
 * The network that clients see: recorded posts without changes, posts of a week with real texts, and one
 * thread with replies, quotes and reposts.
 */
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type AppKeys, aviary, createApp, createToken, type TokenKeys } from '../../support/aviary.ts'
import type { Installation } from '../../support/installation.ts'
import { realTexts } from './texts.ts'

const FIXTURES = new URL('../../../test/fixtures/', import.meta.url)
const RECORDED = new URL('posts/recorded.jsonl.gz', FIXTURES)
const USERS = new URL('users/users.jsonl', FIXTURES)

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const SNOWFLAKE_EPOCH_MS = 1_288_834_974_657

const WEEK_POSTS = 140
/** Names of imported users who write the posts of the week. */
const WEEK_AUTHORS = ['bryanl', 'rothgar', 'AndyLandy', 'stop']
/** More followers than the largest page has. */
const STAR_FOLLOWERS = 1_050
const FIRST_FOLLOWER = 5_000

export interface Person {
  readonly id: string
  readonly name: string
}

/** A user who can sign in, with a token of the app. */
export interface Member extends Person {
  readonly token: TokenKeys
}

export interface Post {
  readonly id: string
  readonly text: string
  readonly author: Person
  readonly at: number
}

export interface Network {
  readonly app: AppKeys
  readonly ada: Member
  readonly bob: Member
  readonly cy: Member
  /** A user with {@link STAR_FOLLOWERS} followers, who follows the authors of the week. */
  readonly star: Person
  /** Followers of the star, newest first. */
  readonly starFollowers: readonly string[]
  /** A protected user, without posts. */
  readonly hidden: Person
  /** A user whom ada blocks. */
  readonly blocked: Person
  readonly authors: readonly Person[]
  /** Posts of the week, newest first, at least an hour apart. */
  readonly week: readonly Post[]
  readonly thread: Thread
  /** Ids of the recorded posts, from all lines of the file. */
  readonly recorded: readonly string[]
}

/**
 * A post that bob wrote in the last hours, with the posts and users that refer to it. Lists begin with the
 * newest.
 */
export interface Thread {
  readonly root: Post
  /**
   * Replies by cy to ada, by ada to cy, and by cy to bob. Each reply mentions the author of the post that it
   * replies to.
   */
  readonly replies: readonly Post[]
  readonly quotes: readonly Post[]
  /** Ids of reposts, newest first, and of the users who reposted. */
  readonly reposts: readonly string[]
  readonly reposters: readonly string[]
}

type V11Post = Record<string, unknown>

/** Password of every {@link Member}, for sign-in pages. */
export const PASSWORD = 'correct horse battery'

/** Creates the network with commands. No server has to run. @param now current time in milliseconds */
export async function createNetwork(place: Installation, now: number): Promise<Network> {
  const app = await createApp(place, 'owner', '--permissions', 'read-write-dm', '--callback', CALLBACK)
  const [ada, bob, cy] = [
    await member(place, app, 'ada'),
    await member(place, app, 'bob'),
    await member(place, app, 'cy'),
  ]
  const users = linesOf(readFileSync(USERS, 'utf8'))
  await importLines(place, 'users', users)
  const personOf = (name: string): Person => {
    const found = users.find((user) => user['screen_name'] === name)
    return { id: String(found?.['id_str']), name }
  }
  const authors = WEEK_AUTHORS.map(personOf)
  const star = personOf('TwitterDetroit')
  const week = weekOf(authors, now)
  const { thread, posts } = threadOf({ ada, bob, cy }, now)
  const recorded = linesOf(gunzipSync(readFileSync(RECORDED)).toString('utf8'))
  await importLines(place, 'posts', [...recorded, ...week.map((post) => postObject(post)), ...posts])
  const starFollowers = Array.from({ length: STAR_FOLLOWERS }, (_, index) => String(FIRST_FOLLOWER + index))
  await importEdges(place, [
    ...starFollowers.map((id) => [id, star.id] as const),
    ...authors.map(({ id }) => [star.id, id] as const),
    [bob.id, ada.id],
    [cy.id, ada.id],
    [ada.id, bob.id],
  ])
  return {
    app,
    ada,
    bob,
    cy,
    star,
    starFollowers: starFollowers.toReversed(),
    hidden: personOf('Mermoz_17'),
    blocked: personOf('asaphobs'),
    authors,
    week: week.toReversed(),
    thread,
    recorded: recorded.map((post) => String(post['id_str'])),
  }
}

/** The URL to which sign-in pages redirect users of the app. */
export const CALLBACK = 'https://app.example/back'

async function member(place: Installation, app: AppKeys, name: string): Promise<Member> {
  const sign = ['--email', `${name}@example.org`, '--password', PASSWORD]
  const { id } = await aviary(place, 'user', 'create', name, ...sign)
  return { id: String(id), name, token: await createToken(place, app, name) }
}

function linesOf(text: string): V11Post[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as V11Post)
}

/** Imports v1.1 objects. */
export async function importLines(
  place: Installation,
  kind: 'users' | 'posts',
  lines: readonly object[],
): Promise<void> {
  const file = join(place.data, `network-${kind}.jsonl`)
  await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  await aviary(place, 'import', kind, file)
}

/** Imports follows: pairs of follower and followee. */
export async function importEdges(
  place: Installation,
  edges: readonly (readonly [string, string])[],
): Promise<void> {
  const file = join(place.data, 'network.edges')
  await writeFile(file, edges.map((edge) => edge.join(' ')).join('\n'))
  await aviary(place, 'import', 'follows', file)
}

/**
 * A post id with the given time.
 * @param sequence distinguishes posts of the same millisecond
 */
export function idAt(at: number, sequence = 0): string {
  return String((BigInt(Math.floor(at) - SNOWFLAKE_EPOCH_MS) << 22n) | BigInt(sequence))
}

/** One post every 67 minutes, oldest first. The last post is one hour old. */
function weekOf(authors: readonly Person[], now: number): Post[] {
  const texts = realTexts()
  const step = (6.5 * DAY_MS) / WEEK_POSTS
  return Array.from({ length: WEEK_POSTS }, (_, index) => {
    const at = now - HOUR_MS - (WEEK_POSTS - 1 - index) * step
    const [author, text] = [authors[index % authors.length], texts[index]]
    if (author === undefined || text === undefined) throw new Error('not enough real texts')
    return { id: idAt(at), text, author, at: Math.floor(at) }
  })
}

function threadOf({ ada, bob, cy }: Pick<Network, 'ada' | 'bob' | 'cy'>, now: number) {
  const texts = realTexts().slice(WEEK_POSTS)
  let minute = 50
  const next = ({ id, name }: Person, to?: Person): Post => {
    minute -= 1
    const at = now - minute * 60_000
    const text = `${to === undefined ? '' : `@${to.name} `}${texts[minute]}`
    return { id: idAt(at), text, author: { id, name }, at }
  }
  const root = next(bob)
  const [first, second, third] = [next(cy, bob), next(ada, cy), next(cy, ada)]
  const [quote, laterQuote] = [next(ada), next(cy)]
  const [repost, laterRepost] = [next(ada), next(cy)]
  const reply = (post: Post, to: Post) => ({
    ...postObject(post),
    in_reply_to_status_id_str: to.id,
    in_reply_to_user_id_str: to.author.id,
    in_reply_to_screen_name: to.author.name,
    entities: { user_mentions: [mentionOf(to.author)] },
  })
  // The object states its counts, because importing a reply, quote or repost does not change them.
  const rootObject = { ...postObject(root), retweet_count: 2, quote_count: 2, reply_count: 1 }
  const quoting = (post: Post) => ({
    ...postObject(post),
    is_quote_status: true,
    quoted_status_id_str: root.id,
    quoted_status: rootObject,
  })
  const reposting = (post: Post) => ({ ...postObject(post), retweeted_status: rootObject })
  const posts = [
    rootObject,
    ...[reply(first, root), reply(second, first), reply(third, second)],
    ...[quoting(quote), quoting(laterQuote), reposting(repost), reposting(laterRepost)],
  ]
  const thread: Thread = {
    root,
    replies: [third, second, first],
    quotes: [laterQuote, quote],
    reposts: [laterRepost.id, repost.id],
    reposters: [cy.id, ada.id],
  }
  return { thread, posts }
}

function mentionOf({ id, name }: Person): object {
  return { id_str: id, screen_name: name, name, indices: [0, name.length + 1] }
}

/** A v1.1 post object, as in archives. */
export function postObject({ id, text, author, at }: Post): V11Post {
  return {
    id_str: id,
    created_at: v11Time(at),
    full_text: text,
    lang: 'en',
    source: '<a href="https://example.org">Web</a>',
    user: { id_str: author.id, screen_name: author.name, name: author.name },
  }
}

/** A time in the form of v1.1, such as `Wed Oct 10 20:19:24 +0000 2018`. */
function v11Time(at: number): string {
  const [weekday, day, month, year, time] = new Date(at).toUTCString().replace(',', '').split(' ')
  return `${weekday} ${month} ${day} ${time} +0000 ${year}`
}

/**
 * Starts a server with recorded posts, an author who uses the API, an operator, and the example consumer.
 */
import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { seeded } from '../../test/support/seeded.ts'
import { aviary, createApp, createToken, type RunningServer, serve } from '../support/aviary.ts'
import { type Engine, type Installation, newInstallation } from '../support/installation.ts'
import { signed } from '../support/signature.ts'
import { applyAction, drawAction, moderate } from './actions.ts'
import { Example } from './example.ts'
import { ExpectedState, type PostObject, type UserObject } from './expected-state.ts'

const POSTS = fileURLToPath(new URL('../../test/fixtures/posts/recorded.jsonl.gz', import.meta.url))
const ACCOUNT = { email: 'copy@example.org', password: 'battery staple' }
const SERVE = ['--limits', 'off'] as const

const OWN_POSTS = 20

/** Actions per operator request. */
const ACTIONS = 20

/** Calls the API as the author. */
type Ask = (method: string, path: string) => Promise<Record<string, unknown>>

interface Facts {
  readonly t: TestContext
  readonly place: Installation
  readonly random: () => number
  readonly example: Example
  readonly api: Ask
  readonly authorId: string
  /** The author's posts. The author likes each of them. */
  readonly own: readonly string[]
}

export class ComplianceStage {
  readonly expected = new ExpectedState()
  /** The author's screen name. */
  readonly author = 'author'
  readonly #facts: Facts
  #server: RunningServer
  /** Number of accepted operator actions. */
  done = 0

  private constructor(facts: Facts, server: RunningServer) {
    this.#facts = facts
    this.#server = server
  }

  /**
   * Starts the server, runs the example's command `begin`, and makes the first export. The consumer does not
   * run yet.
   */
  static async begin(t: TestContext, engine: Engine): Promise<ComplianceStage> {
    const place = await newInstallation(t, engine)
    await aviary(place, 'import', 'posts', POSTS)
    const app = await createApp(place, 'author', '--permissions', 'read-write')
    const token = await createToken(place, app, 'author')
    const { email, password } = ACCOUNT
    await aviary(place, 'stream-account', 'create', 'acme', '--email', email, '--password', password)
    const server = await serve(t, place, ...SERVE)
    const api: Ask = async (method, path) => {
      const target = `${server.url}/1.1/${path}`
      const response = await fetch(target, {
        method,
        headers: { authorization: signed(app, token, method, target) },
      })
      assert.ok(response.ok, `${method} ${path}: ${response.status}`)
      return (await response.json()) as Record<string, unknown>
    }
    const authorId = String((await api('GET', 'account/verify_credentials.json'))['id_str'])
    const own: string[] = []
    for (let index = 0; index < OWN_POSTS; index += 1) {
      const status = encodeURIComponent(`A post of its author's own, the ${index}th`)
      const id = String((await api('POST', `statuses/update.json?status=${status}`))['id_str'])
      await api('POST', `favorites/create.json?id=${id}`)
      own.push(id)
    }
    const stream = `${server.url}/stream/compliance/accounts/acme/publishers/twitter/prod.json`
    const example = await Example.at(t, place, { url: stream, ...ACCOUNT, connects_per_minute: 1_000 })
    await example.command('begin')
    const random = seeded(engine === 'sqlite' ? 11 : 12)
    const stage = new ComplianceStage({ t, place, random, example, api, authorId, own }, server)
    await stage.export()
    return stage
  }

  get place(): Installation {
    return this.#facts.place
  }

  get example(): Example {
    return this.#facts.example
  }

  get random(): () => number {
    return this.#facts.random
  }

  get authorId(): string {
    return this.#facts.authorId
  }

  /** Exported users, posts and likes. */
  get files(): readonly string[] {
    return ['users.jsonl', 'posts.jsonl', 'likes.jsonl'].map((name) => join(this.place.data, name))
  }

  /** Exports all data and replaces earlier exports. */
  async export(): Promise<void> {
    const { authorId, own } = this.#facts
    const [users, posts, likes] = this.files as [string, string, string]
    await rm(users, { force: true })
    await rm(posts, { force: true })
    await aviary(this.place, 'export', 'users', users)
    await aviary(this.place, 'export', 'posts', posts)
    this.expected.export(await objectsIn<UserObject>(users), await objectsIn<PostObject>(posts))
    const liked = own.filter((id) => this.expected.posts.get(id)?.isDeleted !== true)
    const favorites = liked.map((id) => ({ favorite: { tweet_id_str: id, user_id_str: authorId } }))
    await writeFile(likes, favorites.map((favorite) => `${JSON.stringify(favorite)}\n`).join(''))
    for (const id of liked) this.expected.likes.add(`${authorId} ${id}`)
  }

  /**
   * Runs random operator actions. The server refuses some of them.
   * @param never actions to leave out
   */
  async act(never: readonly string[] = []): Promise<void> {
    const { random, authorId } = this.#facts
    const drawn = Array.from({ length: ACTIONS }, () =>
      drawAction(this.expected, random, new Set([authorId])),
    )
    const actions = drawn.filter(({ action }) => !never.includes(action))
    const done = await moderate(this.place, this.#server.opsUrl, actions)
    for (const action of done) applyAction(this.expected, action)
    this.done += done.length
  }

  /** Removes a like as the author, and in some rounds deletes a post. */
  async ask(round: number): Promise<void> {
    const { api, own, authorId } = this.#facts
    const [liked, unwanted] = [own[round], own[own.length - 1 - round]]
    const isThere = (id: string | undefined) => {
      const post = this.expected.posts.get(id ?? '')
      return post?.isDeleted === false && !post.isDropped
    }
    if (liked !== undefined && isThere(liked)) {
      await api('POST', `favorites/destroy.json?id=${liked}`)
      this.expected.likes.delete(`${authorId} ${liked}`)
    }
    if (round % 3 === 1 && unwanted !== undefined && isThere(unwanted)) {
      await api('POST', `statuses/destroy/${unwanted}.json`)
      this.expected.delete(unwanted)
    }
  }

  /** Kills the server and starts another on the same port. */
  async restart(): Promise<void> {
    const { t } = this.#facts
    await this.#server.kill()
    this.#server = await serve(t, this.place, ...SERVE, '--port', new URL(this.#server.url).port)
  }

  /** Looks up posts and loads the result into the copy. */
  readonly lookup = async (ids: readonly string[]): Promise<readonly PostObject[]> => {
    const path = `statuses/lookup.json?id=${ids.join(',')}&tweet_mode=extended`
    const found = (await this.#facts.api('GET', path)) as unknown as PostObject[]
    const file = join(this.place.data, 'found.jsonl')
    await writeFile(file, found.map((object) => `${JSON.stringify(object)}\n`).join(''))
    await this.example.command('load', file)
    return found
  }
}

async function objectsIn<Item>(file: string): Promise<readonly Item[]> {
  const lines = (await readFile(file, 'utf8')).split('\n')
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Item]))
}

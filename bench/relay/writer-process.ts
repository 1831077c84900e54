/** Writes posts that other processes stream. Each text ends with a number. */
import type { Config } from '../../src/config.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { addRules } from '../../src/domain/rules/add-rules.ts'
import { must } from '../../src/lib/assert.ts'
import { sleep, systemClock } from '../../src/lib/time/clock.ts'
import { openRuntime, type Runtime } from '../../src/runtime.ts'
import { createProjectApp } from '../../test/support/streams/rule-suite.ts'
import { answerCalls } from '../lib/child.ts'
import { authorsOf } from '../post/authors.ts'
import { fineNow } from '../stream/fine-clock.ts'

const AUTHORS = 64

const TEXT =
  'The quick brown fox jumps over the lazy dog, and everybody who follows the fox hears of it at once'

/** The rule is a word of the text. */
const RULE = 'fox'

let runtime: Runtime | undefined
let authors: readonly bigint[] = []
let written = 0

export const methods = {
  /**
   * Creates apps, each with the rule that all posts match.
   * @returns an `authorization` header for each app
   */
  async open(config: Config, apps: number): Promise<string[]> {
    runtime = await openRuntime(config, { manner: 'server' })
    const { context } = runtime
    authors = await authorsOf(context, AUTHORS)
    const headers: string[] = []
    for (let index = 0; index < apps; index += 1) {
      const app = await createProjectApp(context)
      const rules = [{ value: RULE, tag: undefined }]
      await addRules(context, { appId: app.appId, product: '2', maxRules: 10, isDryRun: false, rules })
      headers.push(app.asApp('GET', ''))
    }
    return headers
  },

  /** Keeps writers busy for the given time. @returns the number of all posts so far */
  async saturate(atOnce: number, milliseconds: number): Promise<number> {
    const begun = systemClock.monotonic()
    const one = async () => {
      while (systemClock.monotonic() - begun < milliseconds) await post()
    }
    await Promise.all(Array.from({ length: atOnce }, one))
    return written
  },

  /**
   * Writes posts at random times (a Poisson process), without waiting for earlier posts.
   * @returns the number of each post, and the time at which it was durable
   */
  async arrive(perSecond: number, milliseconds: number): Promise<(readonly [number, number])[]> {
    const plan: number[] = []
    for (let at = 0; at < milliseconds; at += (-Math.log(1 - Math.random()) * 1_000) / perSecond)
      plan.push(at)
    const begun = fineNow()
    const posts: Promise<readonly [number, number]>[] = []
    while (posts.length < plan.length) {
      const now = fineNow() - begun
      while ((plan[posts.length] ?? Number.POSITIVE_INFINITY) <= now) posts.push(post())
      await sleep(systemClock, 1)
    }
    return Promise.all(posts)
  },
}

/** @returns the number of the post, and the time at which it was durable */
async function post(): Promise<readonly [number, number]> {
  written += 1
  const number = written
  const authorId = must(authors[number % authors.length], 'an author')
  const { context } = must(runtime, 'the data')
  await createPost(context, { authorId, text: `${TEXT} ${number}`, isLimited: false })
  return [number, fineNow()]
}

answerCalls(methods, async () => runtime?.close())

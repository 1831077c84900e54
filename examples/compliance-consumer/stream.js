/**
 * One partition, followed for as long as the process lives: connects, goes on after the last position that is stored,
 * and comes back after whatever ends a connection.
 */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'

/** A keep-alive comes every ten seconds; a connection that is silent for longer than this is dead. */
const SILENCE_MS = 35_000

/** How long to wait before the next attempt, by what became of the last one: after the first, after one more, at most. */
const PAUSES = {
  /** It was a stream, and ended or was cut off: there is nothing wrong with asking again at once. */
  ended: { first: 0, next: (ms) => ms + 250, most: 16_000 },
  unreachable: { first: 250, next: (ms) => ms + 250, most: 16_000 },
  refused: { first: 5_000, next: (ms) => ms * 2, most: 320_000 },
  tooMany: { first: 60_000, next: (ms) => ms * 2, most: 320_000 },
}

/**
 * @param {object} options
 * @param {string} options.url of the stream, without a query
 * @param {string} options.authorization
 * @param {number} options.partition 1 to 8
 * @param {string | undefined} options.after the last position that is stored; undefined begins at the present
 * @param {(position: string, messages: object[]) => Promise<void>} options.take stores messages and the position after
 *   them; no more is read until it has, and it must not throw
 * @param {(text: string) => void} options.log
 * @param {() => Promise<void>} [options.turn] resolves when a connection may be asked for
 * @param {AbortSignal} options.signal
 * @param {(ms: number) => Promise<unknown>} [options.sleep]
 */
export async function follow(options) {
  const {
    partition,
    log,
    signal,
    turn = async () => undefined,
    sleep = (ms) => wait(ms, undefined, { signal }),
  } = options
  let { after } = options
  let before = { how: '', own: 0 }
  const take = async (position, messages) => {
    await options.take(position, messages)
    after = position
    before = { how: '', own: 0 }
  }
  while (!signal.aborted) {
    await turn().catch(() => undefined)
    if (signal.aborted) return
    const { how, why, retryAfter } = await connect({ ...options, after, take })
    if (signal.aborted) return
    const { first, next, most } = PAUSES[how]
    const own = how === before.how ? Math.min(most, next(before.own)) : first
    const pause = retryAfter ?? own
    before = { how, own }
    log(`partition ${partition}: ${why}; again ${pause === 0 ? 'at once' : `in ${pause / 1000} s`}`)
    await sleep(pause).catch(() => undefined)
  }
}

/** One connection, to its end: how it ended and why. */
async function connect({ url, authorization, partition, after, take, signal, silence = SILENCE_MS }) {
  const target = new URL(url)
  target.searchParams.set('partition', partition)
  target.searchParams.set('positions', 'true')
  if (after !== undefined) target.searchParams.set('resume_after', after)
  let response
  try {
    response = await ask(target, { authorization, 'accept-encoding': 'gzip' }, { signal, silence })
  } catch (error) {
    return { how: 'unreachable', why: error.message }
  }
  if (response.statusCode !== 200) return refusalIn(response)
  const reader = new Reader(take)
  try {
    // Where it begins is stored at once: from here on nothing is missed, whatever happens.
    if (after === undefined) await take(response.headers['aviary-position'], [])
    await pipeline(response, createGunzip(), (source) => reader.read(source))
    return { how: 'ended', why: reader.farewell ?? 'the stream has ended' }
  } catch (error) {
    return { how: 'ended', why: reader.farewell ?? error.message }
  }
}

function ask(target, headers, { signal, silence }) {
  const request = target.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const asked = request(target, { agent: false, headers, signal, timeout: silence })
    let answer
    asked.on('timeout', () => (answer ?? asked).destroy(new Error(`nothing came for ${silence / 1000} s`)))
    asked.on('response', (response) => {
      answer = response
      resolve(response)
    })
    asked.on('error', reject).end()
  })
}

/** What a status other than 200 says: the body is small, and not compressed. */
async function refusalIn(response) {
  const { statusCode, headers } = response
  let text = ''
  try {
    for await (const piece of response.setEncoding('utf8')) text += piece
    text = JSON.parse(text).error.message
  } catch {
    // The status says enough.
  }
  const seconds = Number(headers['retry-after'])
  return {
    how: statusCode === 429 ? 'tooMany' : 'refused',
    why: `${statusCode} ${text}`,
    ...(seconds > 0 ? { retryAfter: seconds * 1000 } : {}),
  }
}

/** Cuts what comes into lines. Messages wait for the position after them; without it they would not be complete. */
class Reader {
  /** What the server said before it closed. */
  farewell
  #take
  #rest = ''
  #messages = []

  constructor(take) {
    this.#take = take
  }

  async read(source) {
    for await (const text of source.setEncoding('utf8')) {
      const lines = (this.#rest + text).split('\r\n')
      this.#rest = lines.pop()
      // An empty line is a keep-alive.
      for (const line of lines) if (line !== '') await this.#hear(JSON.parse(line))
    }
  }

  async #hear(message) {
    if (message.error !== undefined) this.farewell = message.error.message
    else if (message.position === undefined) this.#messages.push(message)
    else await this.#take(message.position, this.#messages.splice(0))
  }
}

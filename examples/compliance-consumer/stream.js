/**
 * Follows one partition until the signal aborts. It connects, continues after the last stored position, and
 * connects again after every end of a connection.
 */
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { createGunzip } from 'node:zlib'

/** A connection that is silent for this time is closed. The server sends a keep-alive every ten seconds. */
const SILENCE_MS = 35_000

/**
 * Milliseconds before the next attempt, by the result of the last attempt: after the first such result, after
 * each further one, and at most.
 */
const PAUSES = {
  /** The stream had begun and has ended or was cut, so the client may connect again immediately. */
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
 * @param {string | undefined} options.after the last stored position; undefined begins at the present
 * @param {(position: string, messages: object[]) => Promise<void>} options.take stores messages and the
 * position after them. The next messages are read after it has resolved. It must not throw
 * @param {(text: string) => void} options.log
 * @param {() => Promise<void>} [options.turn] resolves when the client may connect
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

/** Reads one connection to its end. Returns the kind of its end and the reason. */
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
    // The first position is stored immediately, so that no later event is missed.
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

/** The reason of a response with another status than 200. Its body is small and not compressed. */
async function refusalIn(response) {
  const { statusCode, headers } = response
  let text = ''
  try {
    for await (const piece of response.setEncoding('utf8')) text += piece
    text = JSON.parse(text).error.message
  } catch {
    // Without a readable body the reason is the status alone.
  }
  const seconds = Number(headers['retry-after'])
  return {
    how: statusCode === 429 ? 'tooMany' : 'refused',
    why: `${statusCode} ${text}`,
    ...(seconds > 0 ? { retryAfter: seconds * 1000 } : {}),
  }
}

/** Divides the stream into lines. Messages are stored together with the position that follows them. */
class Reader {
  /** The reason that the server sent before it closed the connection. */
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

/** The receiving end of a webhook: answers challenges, takes deliveries whose signature is right, each of them once. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

/** Ids of messages that were dealt with; a delivery may come twice. */
const REMEMBERED = 10_000

/**
 * @param {string} consumerSecret
 * @param {(delivery: any) => Promise<void>} onDelivery
 */
export function createReceiver(consumerSecret, onDelivery) {
  const sign = (message) => `sha256=${createHmac('sha256', consumerSecret).update(message).digest('base64')}`
  return createServer(async (request, response) => {
    const [, query = ''] = (request.url ?? '').split('?')
    const signature = String(request.headers['x-twitter-webhooks-signature'])
    if (request.method === 'GET') {
      const token = new URLSearchParams(query).get('crc_token') ?? ''
      if (!isEqual(signature, sign(query))) return response.writeHead(403).end()
      return response.end(JSON.stringify({ response_token: sign(token) }))
    }
    const raw = await octetsOf(request)
    if (raw === undefined) return request.destroy()
    // Over the very octets: parsed and written again they would be others.
    if (!isEqual(signature, sign(raw))) return response.writeHead(403).end()
    // At once: there are three seconds, and whoever answers late is told again.
    response.end()
    await onDelivery(JSON.parse(raw.toString()))
  })
}

/** What no delivery is longer than. */
const LARGEST = 1024 * 1024

/**
 * The octets of a body; undefined for one that breaks off or never ends: anybody can reach a receiver.
 * @param {import('node:http').IncomingMessage} request
 */
async function octetsOf(request) {
  const pieces = []
  let length = 0
  try {
    for await (const piece of request) {
      length += piece.length
      if (length > LARGEST) return undefined
      pieces.push(piece)
    }
  } catch {
    return undefined
  }
  return Buffer.concat(pieces)
}

/** Whether a thing is new: remembers the last of them. */
export function firstTimes() {
  const known = new Set()
  /** @param {string} id */
  return (id) => {
    if (known.has(id)) return false
    known.add(id)
    const [oldest] = known
    if (known.size > REMEMBERED) known.delete(oldest)
    return true
  }
}

/**
 * @param {string} one
 * @param {string} other
 */
function isEqual(one, other) {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

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
    const pieces = []
    for await (const piece of request) pieces.push(piece)
    const raw = Buffer.concat(pieces)
    // Over the very octets: parsed and written again they would be others.
    if (!isEqual(signature, sign(raw))) return response.writeHead(403).end()
    // At once: there are three seconds, and whoever answers late is told again.
    response.end()
    await onDelivery(JSON.parse(raw.toString()))
  })
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

/** The receiver of a webhook. It answers challenges, and accepts deliveries with a correct signature. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

/** Maximum number of remembered message ids. A delivery may arrive twice. */
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
    // The signature covers the received bytes. JSON that is parsed and written again may have other bytes.
    if (!isEqual(signature, sign(raw))) return response.writeHead(403).end()
    // The receiver responds before it handles the delivery, because the server sends the delivery again after
    // three seconds without a response.
    response.end()
    await onDelivery(JSON.parse(raw.toString()))
  })
}

/** Maximum bytes of a delivery. */
const LARGEST = 1024 * 1024

/**
 * The bytes of a body. Undefined for a body that breaks off or is too long, because anybody can send requests
 * to a receiver.
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

/** Makes a function that returns true for an id that it has not seen. It remembers the last ids. */
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

/**
 * Cost of verifying a signed request (parsing of header, query and form, base string, HMAC, comparison,
 * nonce) on one core, compared with the HMAC-SHA1 of node:crypto in interleaved rounds. Also measures memory
 * per nonce. `node bench/oauth.ts` runs it alone.
 */
import { createHmac } from 'node:crypto'
import { type RequestFacts, readCredentials } from '../src/auth/oauth1/credentials.ts'
import { SigningKey, sign, verify } from '../src/auth/oauth1/signature.ts'
import { MemoryNonceStore } from '../src/counters/memory-nonces.ts'
import { encodePercent } from '../src/lib/percent.ts'
import { systemClock, systemRandom } from '../src/lib/time/clock.ts'
import { printTable, printVerdict, whole } from './lib/report.ts'

const ROUNDS = 60
const WARM_UP_ROUNDS = 20
/**
 * This number is so small that the requests stay in the CPU cache, like a request that was just read from a
 * socket.
 */
const REQUESTS_PER_ROUND = 2_000
const REMEMBERED = 1_000_000
const CONSUMER_SECRET = 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw'
const TOKEN_SECRET = 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE'
const KEY = `${CONSUMER_SECRET}&${TOKEN_SECRET}`
/** A server caches the signing key of a token too. */
const SIGNING_KEY = new SigningKey(CONSUMER_SECRET, TOKEN_SECRET)

const RATIO_WANTED = 0.35
const BYTES_PER_NONCE_WANTED = 24

interface Workload {
  readonly name: string
  readonly method: string
  readonly target: string
  readonly form: string | undefined
}

const WORKLOADS: readonly Workload[] = [
  {
    name: 'GET followers/ids',
    method: 'GET',
    target: '/1.1/followers/ids.json?cursor=-1&screen_name=aviary&count=5000&stringify_ids=true',
    form: undefined,
  },
  {
    name: 'POST statuses/update',
    method: 'POST',
    target: '/1.1/statuses/update.json?include_entities=true',
    form: 'status=Hello%20Ladies%20%2B%20Gentlemen%2C%20a%20signed%20OAuth%20request%21',
  },
]

/** Prints both tables and the verdicts. */
export async function bench(): Promise<void> {
  printTable('Signed requests checked', WORKLOADS.map(measureRequests))
  printTable('Nonces remembered', [measureNonces()])
}

function measureRequests(workload: Workload): Record<string, string> {
  const nonces = new MemoryNonceStore({ clock: systemClock, random: systemRandom })
  const rates: { full: number; bare: number }[] = []
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const now = Math.floor(systemClock.now() / 1000)
    const requests = Array.from({ length: REQUESTS_PER_ROUND }, () => signedRequest(workload, now))
    const baseStrings = requests.map((request) => flat(signedOf(request).baseString))
    const full = rate(requests, (request) => checkFully(request, nonces))
    const bare = rate(baseStrings, (text) => createHmac('sha1', KEY).update(text).digest('base64'))
    if (round >= 0) rates.push({ full, bare })
  }
  const ratio = median(rates.map(({ full, bare }) => full / bare))
  printVerdict(`${workload.name}, of the rate of bare HMAC-SHA1`, ratio, { atLeast: RATIO_WANTED })
  return {
    request: workload.name,
    'checked/s': whole(median(rates.map(({ full }) => full))),
    'bare HMAC-SHA1/s': whole(median(rates.map(({ bare }) => bare))),
    ratio: `${(100 * ratio).toFixed(0)} %`,
  }
}

function checkFully(request: RequestFacts, nonces: MemoryNonceStore): void {
  const credentials = readCredentials(request)
  const isGood =
    credentials.kind === 'signed' && verify(credentials, SIGNING_KEY) && nonces.check(credentials) === 'fresh'
  if (!isGood) throw new Error('a good request was refused')
}

/** A request of a client with a new nonce and a valid signature. */
function signedRequest({ method, target, form }: Workload, timestamp: number): RequestFacts {
  const unsigned = {
    oauth_consumer_key: 'xvz1evFS4wEEPTGEFPHBog',
    oauth_nonce: systemRandom(24).toString('base64'),
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(timestamp),
    oauth_token: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
    oauth_version: '1.0',
  }
  const withHeader = (oauth: Record<string, string>): RequestFacts => ({
    method,
    scheme: 'https',
    host: 'api.example.com',
    target,
    authorization: [flat(`OAuth ${Object.entries(oauth).map(quote).join(', ')}`)],
    contentType: form === undefined ? undefined : 'application/x-www-form-urlencoded',
    form,
  })
  const { baseString } = signedOf(withHeader({ ...unsigned, oauth_signature: 'to be made' }))
  return withHeader({ ...unsigned, oauth_signature: sign(baseString, SIGNING_KEY) })
}

function signedOf(request: RequestFacts): { readonly baseString: string } {
  const credentials = readCredentials(request)
  if (credentials.kind !== 'signed') throw new Error(`the request of the benchmark is ${credentials.kind}`)
  return credentials
}

/**
 * The same string in contiguous memory, like a string from the socket. V8 flattens a concatenated string on
 * first use.
 */
function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1')
}

function quote([name, value]: [string, string]): string {
  return `${name}="${encodePercent(value)}"`
}

function measureNonces(): Record<string, string> {
  const nonces = new MemoryNonceStore({ clock: systemClock, random: systemRandom })
  const now = Math.floor(systemClock.now() / 1000)
  let slowest = 0
  const perSecond = rate([...Array(REMEMBERED).keys()], (index) => {
    const start = systemClock.monotonic()
    nonces.check({ consumerKey: 'key', token: 'token', nonce: String(index), timestamp: now - (index % 280) })
    slowest = Math.max(slowest, systemClock.monotonic() - start)
  })
  const bytesEach = nonces.bytes / nonces.size
  printVerdict('bytes per nonce', bytesEach, { atMost: BYTES_PER_NONCE_WANTED })
  return {
    remembered: whole(nonces.size),
    'bytes per nonce': bytesEach.toFixed(1),
    'checks/s': whole(perSecond),
    'slowest check': `${slowest.toFixed(1)} ms`,
  }
}

/** Operations per second of `task` over all items. */
function rate<T>(items: readonly T[], task: (item: T) => void): number {
  const start = systemClock.monotonic()
  for (const item of items) task(item)
  return (items.length * 1000) / (systemClock.monotonic() - start)
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
}

if (import.meta.main) await bench()

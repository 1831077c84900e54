/** Makes calls of every endpoint: reads and writes of all families, some with wrong credentials or values. */

import { publicFamilies } from '../../src/api/_families.ts'
import type { Services } from '../../src/api/_services.ts'
import type { Caller } from '../../src/auth/caller.ts'
import type { AuthKind, Endpoint } from '../../src/http/endpoint.ts'
import type { Credential } from '../support/http/signed-request.ts'
import { authorization as header, signed } from '../support/http/signed-wire.ts'
import { HOST, type RecordedCall } from './client.ts'
import type { Dice } from './dice.ts'
import { bodyOf, parameterOf, type Seen, textOf } from './values.ts'
import { KEYS } from './world.ts'

type AnyEndpoint = Endpoint<Caller, Services>

const FORM = 'application/x-www-form-urlencoded'

/** Parameters that most calls need, because without them the calls are errors. */
const OFTEN =
  /^(id|ids|user_id|query|q|status|text|usernames?|target_id|tweet_id|command|grant_type|name|authenticity|session)/

/**
 * Calls that would end credentials or deliveries which later calls need. They are sent without credentials.
 */
const ENDS_OTHERS = /invalidate_token|revoke|^DELETE .*account_activity/

export interface CallerKeys {
  readonly bearer: string
  readonly dice: Dice
  readonly seen: Seen
  /** Milliseconds since the Unix epoch, by the clock of the server. */
  now(): number
}

/** Every endpoint with a finite response, in an order that the dice determine. */
export function endpointsInOrder(dice: Dice): readonly AnyEndpoint[] {
  const all = publicFamilies()
    .flatMap(({ endpoints }) => endpoints)
    .filter(({ isEndless }) => isEndless !== true)
  return all
    .map((endpoint) => ({ endpoint, at: dice.below(1 << 30) }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ endpoint }) => endpoint)
}

/** A call of an endpoint. */
export function callOf(endpoint: AnyEndpoint, keys: CallerKeys): RecordedCall {
  const { dice, seen } = keys
  const { method } = endpoint
  const template = dice.pick(endpoint.paths)
  const value = (name: string) => parameterOf(name, template, seen, dice, keys.now())
  const inPath = new Set([...template.matchAll(/:(\w+)/g)].map(([, name]) => name))
  const path = template.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(value(name)))
  const names = Object.keys(endpoint.params).filter(
    (name) => !inPath.has(name) && dice.chance(OFTEN.test(name) ? 0.8 : 0.2),
  )
  const values = Object.fromEntries(names.map((name) => [name, value(name)]))
  const text = new URLSearchParams(values).toString()
  const isForm = method === 'POST' && endpoint.body === undefined
  const target = isForm || text === '' ? path : `${path}?${text}`
  const body = isForm ? text : bodyText(endpoint, template, keys)
  const type = isForm ? FORM : 'application/json'
  const authorization = ENDS_OTHERS.test(`${method} ${template}`)
    ? undefined
    : credentials(endpoint, keys, { method, target, form: isForm ? text : undefined })
  return {
    ...{ method, target, body },
    headers: {
      ...(body === undefined ? {} : { 'content-type': type }),
      ...(authorization === undefined ? {} : { authorization }),
      ...(seen.cookie === undefined || !endpoint.auth.includes('none') ? {} : { cookie: seen.cookie }),
    },
  }
}

function bodyText(
  { method, body }: AnyEndpoint,
  template: string,
  { seen, dice }: CallerKeys,
): string | undefined {
  if (method === 'GET' || body === undefined) return undefined
  return body.kind === 'bytes' ? textOf(dice) : bodyOf(template, seen, dice)
}

type Signed = Pick<RecordedCall, 'method' | 'target'> & { readonly form: string | undefined }

function credentials({ auth }: AnyEndpoint, keys: CallerKeys, call: Signed): string | undefined {
  const { dice } = keys
  if (dice.chance(0.04)) return dice.pick([undefined, 'Bearer wrong', 'OAuth oauth_token="x"'])
  return credentialOf(dice.pick(auth), keys, call)
}

function credentialOf(kind: AuthKind, keys: CallerKeys, call: Signed): string | undefined {
  const { key, secret } = KEYS.consumer
  switch (kind) {
    case 'none':
    // The console uses sessions in cookies, which these calls do not have.
    case 'console':
      return undefined
    case 'app':
      return `Bearer ${keys.bearer}`
    case 'basic':
      return `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`
    case 'consumer':
      return sign(keys, call, undefined)
    case 'request-token':
      return sign(keys, call, keys.seen.requestToken)
    case 'user':
      // Most calls use the token of the first user.
      return sign(keys, call, keys.dice.chance(0.6) ? KEYS.tokens[0] : keys.dice.pick(KEYS.tokens))
  }
}

function sign({ dice, now }: CallerKeys, call: Signed, token: Credential | undefined): string {
  const { form, ...request } = call
  const protocol = signed({
    ...request,
    ...(form === undefined ? {} : { form }),
    ...(token === undefined ? {} : { token }),
    ...{ scheme: 'http', host: HOST, consumer: KEYS.consumer, timestamp: Math.floor(now() / 1_000) },
    oauth: { oauth_nonce: `nonce${dice.below(1 << 30)}${dice.below(1 << 30)}` },
  })
  return header(protocol)
}

/** A call with the given kind of credentials. With the kind `'user'`, most calls are of the first user. */
export function plainCall(
  keys: CallerKeys,
  method: string,
  target: string,
  kind: AuthKind,
  body?: unknown,
): RecordedCall {
  const authorization = credentialOf(kind, keys, { method, target, form: undefined })
  const text = body === undefined ? undefined : JSON.stringify(body)
  return {
    ...{ method, target, body: text },
    headers: {
      ...(authorization === undefined ? {} : { authorization }),
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
    },
  }
}

/** A GET call with the token of one user. @param user index in {@link KEYS} */
export function callAs(keys: CallerKeys, user: number, target: string): RecordedCall {
  const method = 'GET'
  const authorization = sign(keys, { method, target, form: undefined }, KEYS.tokens[user])
  return { method, target, body: undefined, headers: { authorization } }
}

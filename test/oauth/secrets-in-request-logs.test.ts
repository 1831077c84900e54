/**
 * Tests that no header, parameter or body in the request logs of apps and of test mode contains a secret
 * (INVARIANTS.md 7).
 */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { publicFamilies } from '../../src/api/_families.ts'
import { archiveEntry } from '../../src/api/console/_traffic/request-schemas.ts'
import { harEntry } from '../../src/request-log/har.ts'
import { maskBody, maskUrl } from '../../src/request-log/mask.ts'
import { createTestApp } from '../support/api-client.ts'
import { slowTest } from '../support/part.ts'
import { EVERY_PATH } from '../support/server.ts'
import { startInTestMode } from '../support/test-mode.ts'

const SECRET = 'SECRETVALUE1234567890'

/** Names of parameters and members that may be secrets. */
const SUSPECT =
  /token|secret|passw|verifier|signature|assertion|code|key|session|nonce|state|cookie|credential/i

/** Suspect names in requests whose values are not secrets, each with the reason. */
const HARMLESS: Readonly<Record<string, string>> = {
  next_token: 'a cursor',
  pagination_token: 'a cursor',
  previous_token: 'a cursor',
  token_type: 'a constant',
  token_type_hint: 'a constant',
  with_token: 'a boolean',
  code_challenge: 'the hash of the verifier',
  code_challenge_method: 'a constant',
  nonce: 'part of a signature, without the keys',
  language_code: 'a language',
  country_code: 'a country',
  country_codes: 'countries',
  countryCode: 'a country',
  geocode: 'a place',
  media_key: 'an id',
  media_keys: 'ids',
  passkey_id: 'an id',
  consumer_key: 'public',
  'session[username_or_email]': 'a name',
  sessions: 'a list of browsers, without the ids of their sessions',
  use_cookie_personalization: 'a boolean',
  has_password: 'a boolean',
  has_test_controls: 'a boolean',
  has_bearer_token: 'a boolean',
  key_mistake: 'a constant',
  keys_version: 'a hash',
  remove_passkeys: 'a boolean',
  access_token_version: 'a hash',
  credentials: 'the kind of credentials',
  encoded: 'parameters of a signature, without the keys',
}

/** Members of JSON with suspect names whose values are not secrets. */
const HARMLESS_IN_JSON: Readonly<Record<string, string>> = {
  code: 'the number of an error, or a language; long texts are masked',
  state: 'a constant; long texts are masked',
  key: 'the form of the key of a signature, without secrets; long texts are masked',
  token: 'an object',
  tokens: 'a number',
  passkeys: 'a list of names and ids',
  credential: 'an object, whose signature is masked',
}

/** Headers of requests that carry secrets. */
const HEADERS: Readonly<Record<string, string>> = {
  authorization: `Bearer ${SECRET}`,
  'proxy-authorization': `Basic ${SECRET}`,
  'x-verify-credentials-authorization': `OAuth oauth_consumer_key="a", oauth_signature="${SECRET}"`,
  cookie: `aviary_session=${SECRET}; __Host-aviary_console=${SECRET}`,
  referer: `https://example.org/cb?oauth_verifier=${SECRET}&code=${SECRET}`,
  'x-csrf-token': SECRET,
  'x-api-key': SECRET,
}

/** Values of the header `authorization`. */
const AUTHORIZATIONS = [
  `Bearer ${SECRET}`,
  `bearer  ${SECRET}`,
  `Basic ${SECRET}`,
  SECRET,
  `OAuth oauth_consumer_key="a", oauth_token="${SECRET}", oauth_signature="${SECRET}", oauth_verifier="${SECRET}"`,
]

/** Every parameter that contains a secret, in queries, forms, JSON and parts of multipart bodies. */
const PARAMETERS = [
  'oauth_token',
  'oauth_token_secret',
  'oauth_signature',
  'oauth_verifier',
  'access_token',
  'refresh_token',
  'token',
  'client_secret',
  'client_assertion',
  'code',
  'code_verifier',
  'state',
  'key',
  'password',
  'current_password',
  'x_auth_password',
  'session[password]',
  'authenticity_token',
]

const FAMILIES = publicFamilies()

interface Declared {
  readonly name: string
  readonly place: 'parameter' | 'member'
  readonly endpoint: string
}

function declaredNames(): readonly Declared[] {
  return FAMILIES.flatMap((family) =>
    family.endpoints.flatMap(({ method, paths, params, body, answers }) => {
      const endpoint = `${family.name} ${method} ${paths[0]}`
      const members = [body?.schema, ...(answers ?? []).map(({ schema }) => schema)].flatMap(membersOf)
      return [
        ...Object.keys(params).map((name) => ({ name, place: 'parameter' as const, endpoint })),
        ...members.map((name) => ({ name, place: 'member' as const, endpoint })),
      ]
    }),
  )
}

function membersOf(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'properties' in schema ? Object.keys(schema.properties as object) : []
  return [...own, ...Object.values(schema).flatMap(membersOf)]
}

describe('every declared name that may be a secret', () => {
  const suspects = declaredNames().filter(({ name }) => SUSPECT.test(name) && !(name in HARMLESS))

  test('is masked as the name of a parameter', () => {
    const names = new Set(suspects.filter(({ place }) => place === 'parameter').map(({ name }) => name))
    assert.ok(names.size >= 6)
    for (const name of names) {
      assert.doesNotMatch(maskUrl(`/a?${encodeURIComponent(name)}=${SECRET}`), new RegExp(SECRET), name)
      assert.ok(PARAMETERS.includes(name), `${name}: add it to the requests below`)
    }
  })

  test('is masked as the name of a JSON member', () => {
    const members = suspects.filter(({ name, place }) => place === 'member' && !(name in HARMLESS_IN_JSON))
    assert.ok(new Set(members.map(({ name }) => name)).size >= 8)
    for (const { name, endpoint } of members) {
      const masked = maskBody(JSON.stringify({ [name]: SECRET }), 'application/json')
      assert.doesNotMatch(masked, new RegExp(SECRET), `${name} of ${endpoint}`)
    }
  })

  test('exists: the lists of harmless names contain only declared names', () => {
    const names = new Set(declaredNames().map(({ name }) => name))
    for (const name of Object.keys({ ...HARMLESS, ...HARMLESS_IN_JSON })) assert.ok(names.has(name), name)
  })
})

slowTest('no request leaves a secret in the log of its app or in the log of test mode', async (t) => {
  const { url, context, server, control } = await startInTestMode(t, { settings: EVERY_PATH })
  const { requests } = server.generations.traffic
  const app = await createTestApp(context)
  requests.record(app.appId, context.clock.now() + 3_600_000)
  const bearer = app.asApp('GET', url)
  const form = 'application/x-www-form-urlencoded'
  const send = async (path: string, init: RequestInit = {}) => {
    await (await fetch(`${url}${path}`, { redirect: 'manual', ...init })).text()
  }
  const known = { authorization: bearer }

  for (const authorization of AUTHORIZATIONS) await send('/2/tweets?ids=1', { headers: { authorization } })
  for (const path of ['/1.1/help/languages.json', '/2/tweets?ids=1']) {
    await send(path, { headers: { ...HEADERS, ...known } })
  }
  for (const name of PARAMETERS) {
    const pair = new URLSearchParams({ [name]: SECRET }).toString()
    const json = JSON.stringify({ [name]: SECRET, nested: [{ [name]: SECRET }] })
    const part = `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${SECRET}\r\n--b--\r\n`
    for (const path of ['/1.1/users/show.json', '/2/tweets', '/2/compliance/jobs', '/labs/2/tweets']) {
      await send(`${path}?${pair}`, { headers: known })
      await send(`${path}?%${name.charCodeAt(0).toString(16)}${pair.slice(1)}`, { headers: known })
    }
    for (const path of ['/oauth2/token', '/oauth/access_token', '/2/oauth2/token', '/oauth/authorize']) {
      await send(path, { method: 'POST', headers: { ...known, 'content-type': form }, body: pair })
      const asJson = { ...known, 'content-type': 'application/json' }
      await send(path, { method: 'POST', headers: asJson, body: json })
      await send(`${path}?${pair}`)
    }
    for (const [type, body] of [
      [form, pair],
      ['application/json', json],
      ['multipart/form-data; boundary=b', part],
    ] as const) {
      await send('/1.1/statuses/update.json', {
        method: 'POST',
        headers: { ...known, 'content-type': type },
        body,
      })
      await send('/2/tweets', { method: 'POST', headers: { ...known, 'content-type': type }, body })
    }
    await send(`/2/compliance/jobs/1/upload?${pair}`, { method: 'PUT', headers: known, body: '1' })
  }

  const entries = requests.entries(app.appId)
  const shown = {
    app: entries,
    archive: entries.map((entry) => harEntry(archiveEntry(entry, app.appId, url))),
    test: (await control('GET', '/test/requests?limit=1000')).body,
    'test archive': (await control('GET', '/test/requests.har')).body,
  }
  assert.ok(entries.length > 100 && entries.every(({ messages }) => messages !== undefined))
  for (const [log, content] of Object.entries(shown)) {
    const text = JSON.stringify(content, (_name, value) =>
      typeof value === 'bigint' ? String(value) : value,
    )
    assert.ok(text.includes('***'), log)
    for (const secret of [SECRET, bearer.slice('Bearer '.length)]) {
      const at = text.indexOf(secret)
      assert.equal(at, -1, `the ${log} contains ${text.slice(Math.max(0, at - 300), at + 60)}`)
    }
  }
})

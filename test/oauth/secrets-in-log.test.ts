/**
 * Tests that a secret is never logged (INVARIANTS.md 7). Runs all operations that issue or accept a secret,
 * at the log level with the most output.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { regenerateKeys } from '../../src/domain/apps/regenerate-keys.ts'
import { createLogger } from '../../src/lib/log.ts'
import { OPERATOR_TOKEN_FILE } from '../../src/ops/operator-token.ts'
import { formOn, PageVisitor } from '../support/http/page-visitor.ts'
import { formBody, signedInit } from '../support/http/signed-request.ts'
import { OAuthFlow, PASSWORD } from '../support/oauth/oauth-flow.ts'
import { slowTest } from '../support/part.ts'

slowTest('no issued or typed secret is in the log or in the explained failures', async (t) => {
  const lines: string[] = []
  const logger = createLogger('trace', { write: (line: string) => void lines.push(line) })
  const dance = await OAuthFlow.begin(t, { logger })
  const { url, server, context } = dance.server
  const secrets = new Map<string, string>([
    ['consumer secret', dance.app.consumerSecret],
    ['bearer token', dance.app.bearerToken],
    ['bearer token, decoded', decodeURIComponent(dance.app.bearerToken)],
    ['password', PASSWORD],
  ])
  const basic = Buffer.from(`${dance.app.consumerKey}:${dance.app.consumerSecret}`).toString('base64')
  secrets.set('basic credentials', basic)

  // All steps of OAuth 1.0a run, with a callback and with a PIN.
  const visitor = dance.visitor()
  const token = await dance.requestToken()
  secrets.set('request token secret', token.secret)
  const page = await dance.authorizePage(visitor, token)
  const form = formOn(page)
  secrets.set('form token', form.fields['authenticity_token'] ?? '')
  secrets.set('wrong password', 'an almost right password')
  await visitor.post(form, PageVisitor.typed(dance.user.screenName, 'an almost right password'))
  await visitor.post(form, {
    ...PageVisitor.typed(dance.user.screenName, PASSWORD),
    authenticity_token: 'x',
  })
  const approved = await dance.approve(visitor, token)
  secrets.set('session id', visitor.cookies.get('aviary_session') ?? '')
  const verifier = new URL(approved.location ?? '').searchParams.get('oauth_verifier') ?? ''
  secrets.set('verifier', verifier)
  const pinToken = await dance.requestToken('oob')
  const pin = await dance.verifier(pinToken)
  assert.match(pin, /^\d{7}$/)
  secrets.set('request token secret of the PIN', pinToken.secret)

  // Most of the following requests fail, so that the log reports them. Together they contain every secret.
  await dance.exchange({ ...token, secret: 'wrong' }, verifier)
  await dance.exchange({ ...pinToken, secret: 'wrong' }, pin)
  await dance.signed('/oauth/access_token', {
    token,
    form: { x_auth_mode: 'client_auth', x_auth_password: PASSWORD },
  })
  const issued = await formBody(await dance.exchange(token, verifier))
  secrets.set('access token secret', issued['oauth_token_secret'] ?? '')
  const access = { key: issued['oauth_token'] ?? '', secret: issued['oauth_token_secret'] ?? '' }
  await dance.signed('/1.1/account/verify_credentials.json', {
    method: 'GET',
    token: { ...access, secret: 'wrong' },
  })
  const headers = { authorization: `Basic ${basic}` }
  const post = { method: 'POST', headers }
  await fetch(`${url}/oauth2/token`, { ...post, body: new URLSearchParams({ grant_type: 'wrong' }) })
  await fetch(`${url}/oauth2/token`, {
    ...post,
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  await fetch(`${url}/1.1/nothing.json`, { headers: { authorization: `Bearer ${dance.app.bearerToken}` } })
  await fetch(`${url}/1.1/followers/ids.json`, {
    headers: { authorization: `Bearer ${dance.app.bearerToken}x` },
  })
  await fetch(`${url}/oauth2/invalidate_token`, {
    ...signedInit(`${url}/oauth2/invalidate_token`, {
      consumer: { ...dance.consumer, secret: 'wrong' },
      form: { access_token: dance.app.bearerToken, 'session[password]': PASSWORD },
    }),
  })
  const pairs = new URLSearchParams({
    oauth_verifier: verifier,
    password: PASSWORD,
    access_token: access.secret,
  })
  await fetch(`${url}/oauth/access_token?${pairs}&broken=%zz`, { method: 'POST' })
  await visitor.get(`/oauth/authorize?${pairs}&broken=%zz`)
  await visitor.get(`/settings/nothing?${pairs}`)
  const keys = await regenerateKeys(context, dance.app.appId)
  secrets.set('regenerated secret', keys.consumerSecret)
  await dance.signed('/1.1/oauth/invalidate_token.json', {
    consumer: { key: keys.consumerKey, secret: keys.consumerSecret },
    token: access,
  })

  const operator = readFileSync(join(dance.server.config.data, OPERATOR_TOKEN_FILE), 'utf8').trim()
  const shown = { headers: { authorization: `Bearer ${operator}` } }
  const failures = await (await fetch(`${server.opsUrl}/oauth/failures`, shown)).text()
  const log = lines.join('')
  assert.match(log, /a signature failed/)
  assert.match(log, /a request was refused/)
  assert.match(failures, /access_token/)
  // The digits of the PIN may occur in a longer number. If the PIN were logged, it would be a word of its
  // own.
  const standsAlone = new RegExp(`(?<!\\w)${pin}(?!\\w)`)
  for (const text of [log, failures]) assert.doesNotMatch(text, standsAlone)
  for (const [name, secret] of secrets) {
    assert.ok(secret.length >= 12, name)
    for (const form of [secret, encodeURIComponent(secret), encodeURIComponent(encodeURIComponent(secret))]) {
      assert.ok(!log.includes(form), `the log holds the ${name}`)
      assert.ok(!failures.includes(form), `the explained failures hold the ${name}`)
    }
  }
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { MASK, maskBody, maskForm, maskHeader, maskUrl } from './mask.ts'

test('masking keeps the scheme of credentials, and all OAuth 1.0a parameters except secrets', () => {
  assert.equal(maskHeader('Authorization', 'Bearer AAAA'), `Bearer ${MASK}`)
  assert.equal(maskHeader('authorization', 'Basic dTpw'), `Basic ${MASK}`)
  assert.equal(maskHeader('authorization', 'secret'), MASK)
  assert.equal(maskHeader('x-verify-credentials-authorization', 'Bearer AAAA'), `Bearer ${MASK}`)
  assert.deepEqual([maskHeader('X-CSRF-Token', 'a'), maskHeader('x-access-level', 'read')], [MASK, 'read'])
  assert.equal(
    maskHeader(
      'authorization',
      'OAuth oauth_consumer_key="key", oauth_token="1-abc",oauth_signature="x%3D", oauth_nonce="n"',
    ),
    `OAuth oauth_consumer_key="key", oauth_token="${MASK}", oauth_signature="${MASK}", oauth_nonce="n"`,
  )
})

test('masking keeps the names and attributes of cookies', () => {
  assert.equal(maskHeader('cookie', 'a=1; session=2'), `a=${MASK}; session=${MASK}`)
  assert.equal(maskHeader('set-cookie', 'session=2; Path=/; HttpOnly'), `session=${MASK}; Path=/; HttpOnly`)
})

test('in URLs and forms, secrets are found by name, even if the names are percent-encoded', () => {
  assert.equal(
    maskUrl('/a?q=1&oauth_token=x&%6Fauth_signature=y'),
    `/a?q=1&oauth_token=${MASK}&%6Fauth_signature=${MASK}`,
  )
  assert.equal(maskHeader('location', 'http://h/cb?code=c&x=1'), `http://h/cb?code=${MASK}&x=1`)
  assert.equal(maskForm('session%5Bpassword%5D=p&a=b'), `session%5Bpassword%5D=${MASK}&a=b`)
})

test('secrets in JSON, forms, HTML and multipart bodies are masked, even in truncated bodies', () => {
  assert.equal(
    maskBody('{"access_token": "a\\"b", "token_type":"bearer","code":88}', 'application/json'),
    `{"access_token": "${MASK}", "token_type":"bearer","code":88}`,
  )
  for (const cut of ['{"refresh_token":"abc', '{"refresh_token":"ab\\', '{"refresh_token":"']) {
    assert.equal(maskBody(cut, 'application/json'), `{"refresh_token":"${MASK}"`)
  }
  assert.equal(
    maskBody('{"pass\\u0077ord":"abc","token":12,"code":["abc"],"key":["a]b","c"],"media_key":"3_1"}'),
    `{"pass\\u0077ord":"${MASK}","token":"${MASK}","code":["${MASK}"],"key":["${MASK}"],"media_key":"3_1"}`,
  )
  assert.equal(
    maskBody('{"code":"en","upload_url":"https://h/2/compliance/jobs/1/upload?key=abc"}', 'application/json'),
    `{"code":"en","upload_url":"https://h/2/compliance/jobs/1/upload?${MASK}"}`,
  )
  assert.equal(
    maskBody(
      '{"code":"0123456789abcdef0","header":"OAuth oauth_signature=\\"abc%3D\\", oauth_nonce=\\"n\\""}',
    ),
    `{"code":"${MASK}","header":"OAuth oauth_signature=\\"${MASK}\\", oauth_nonce=\\"n\\""}`,
  )
  assert.equal(maskBody('<input name="password" value="abc'), `<input name="password" value="${MASK}`)
  assert.equal(
    maskBody('oauth_token=a&oauth_token_secret=b&ok=true', 'text/html;charset=utf-8'),
    `oauth_token=${MASK}&oauth_token_secret=${MASK}&ok=true`,
  )
  assert.equal(
    maskBody('<input type="hidden" name="authenticity_token" value="v">', 'text/html'),
    `<input type="hidden" name="authenticity_token" value="${MASK}">`,
  )
  assert.equal(
    maskBody('<input type="hidden" name="token" value="v">', 'text/html'),
    `<input type="hidden" name="token" value="${MASK}">`,
  )
  assert.equal(maskUrl('/signup?invitation=abc'), `/signup?invitation=${MASK}`)
  assert.equal(
    maskBody('{"url":"https://a.example/signup?invitation=a-b_c"}', 'application/json'),
    `{"url":"https://a.example/signup?invitation=${MASK}"}`,
  )
  assert.equal(
    maskBody('{"url":"https://a.example/console/link#a-b_c"}', 'application/json'),
    `{"url":"https://a.example/console/link#${MASK}"}`,
  )
  assert.equal(
    maskBody(
      '--b\r\ncontent-disposition: form-data; name="password"\r\n\r\nsecret\r\n--b--',
      'multipart/form-data; boundary=b',
    ),
    `--b\r\ncontent-disposition: form-data; name="password"\r\n\r\n${MASK}\r\n--b--`,
  )
})

test('secrets are masked at any place in a text', () => {
  const name = fc.constantFrom('oauth_token', 'client_secret', 'password', 'refresh_token')
  const text = fc.string({ maxLength: 20 }).map((value) => encodeURIComponent(value.toWellFormed()))
  fc.assert(
    fc.property(name, text, text, (secret, before, after) => {
      const form = `a=${before}&${secret}=SECRETVALUE&b=${after}`
      assert.doesNotMatch(maskForm(form), /SECRETVALUE/)
      assert.doesNotMatch(maskBody(form, 'application/x-www-form-urlencoded'), /SECRETVALUE/)
      const json = JSON.stringify({ a: before, [secret]: 'SECRETVALUE', b: after }, null, 1)
      assert.doesNotMatch(maskBody(json, 'application/json'), /SECRETVALUE/)
    }),
  )
})

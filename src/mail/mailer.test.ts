import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transportOptions } from './mailer.ts'

test('the connection of a URL: ports, TLS, and passwords only by TLS', () => {
  const plain = { host: 'mail.example.org', port: 587, secure: false, requireTLS: false }
  assert.deepEqual(transportOptions('smtp://mail.example.org'), plain)
  assert.deepEqual(transportOptions('smtps://mail.example.org'), { ...plain, port: 465, secure: true })
  assert.deepEqual(transportOptions('smtp://a%40b:c%2Fd@mail.example.org:25'), {
    ...{ ...plain, port: 25, requireTLS: true },
    auth: { user: 'a@b', pass: 'c/d' },
  })
  assert.equal(transportOptions('smtp://a:b@127.0.0.1:25').requireTLS, false)
  assert.equal(transportOptions('smtp://[::1]:25').host, '::1')
})

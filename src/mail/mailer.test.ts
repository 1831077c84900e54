import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transportOptions } from './mailer.ts'

test('the options of a URL: ports, TLS, and passwords only with TLS', () => {
  const plain = { host: 'mail.example.org', port: 587, secure: false, ignoreTLS: false, requireTLS: false }
  assert.deepEqual(transportOptions('smtp://mail.example.org'), plain)
  assert.deepEqual(transportOptions('smtps://mail.example.org'), { ...plain, port: 465, secure: true })
  assert.deepEqual(transportOptions('smtp://a%40b:c%2Fd@mail.example.org:25'), {
    ...{ ...plain, port: 25, requireTLS: true },
    auth: { user: 'a@b', pass: 'c/d' },
  })
  assert.equal(transportOptions('smtp://[::1]:25').host, '::1')
})

test('for a mail server on this machine, TLS is not required and STARTTLS is not used', () => {
  for (const host of ['localhost', 'LOCALHOST', '127.0.0.1', '[::1]']) {
    const { ignoreTLS, requireTLS } = transportOptions(`smtp://a:b@${host}:25`)
    assert.deepEqual([ignoreTLS, requireTLS], [true, false], host)
  }
  assert.equal(transportOptions('smtps://127.0.0.1').ignoreTLS, false)
  assert.equal(transportOptions('smtp://127.0.0.1.example.org').ignoreTLS, false)
})

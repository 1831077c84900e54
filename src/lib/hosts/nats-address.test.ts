import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseNatsAddress } from './nats-address.ts'

const NONE = { user: undefined, password: undefined, token: undefined, usesTls: false }

test('servers, ports, credentials and TLS are read from a URL', () => {
  assert.deepEqual(parseNatsAddress('nats://h'), { ...NONE, servers: ['h:4222'] })
  assert.deepEqual(parseNatsAddress('tls://a.example:1,b,[::1]:65535/'), {
    ...NONE,
    servers: ['a.example:1', 'b:4222', '[::1]:65535'],
    usesTls: true,
  })
  assert.deepEqual(parseNatsAddress('nats://u:p%40%3a:x@h'), {
    ...NONE,
    servers: ['h:4222'],
    user: 'u',
    password: 'p@::x',
  })
  assert.deepEqual(parseNatsAddress('nats://to%20ken@h'), { ...NONE, servers: ['h:4222'], token: 'to ken' })
})

test('other texts are refused', () => {
  for (const text of [
    '',
    'nats://',
    'nats:h',
    'http://h',
    'nats://h:0',
    'nats://h:65536',
    'nats://h,',
    'nats://,h',
    'nats://h:x',
    'nats://a b',
    'nats://u:%zz@h',
    'nats://h/path',
    'nats://h?x=1',
    'nats://a@b@c',
    'nats://h\n',
    'nats://::1',
  ])
    assert.equal(parseNatsAddress(text), undefined, JSON.stringify(text))
})

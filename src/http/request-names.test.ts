import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import { connectionNames, isHttp2, transactionNames } from './request-names.ts'

test('spec/http.md#response-headers: transaction names have 16 hex digits, and no two are equal', () => {
  const name = transactionNames(randomBytes)
  const names = Array.from({ length: 2_000 }, name)
  for (const each of names) assert.match(each, /^[0-9a-f]{16}$/)
  assert.equal(new Set(names).size, names.length)
})

test('spec/http.md#response-headers: all requests of a connection have the same connection name of 32 hex digits', () => {
  const name = connectionNames(randomBytes)
  const request = (connection: object) => ({ socket: connection }) as unknown as IncomingMessage
  const [one, other] = [{}, {}]
  assert.match(name(request(one)), /^[0-9a-f]{32}$/)
  assert.equal(name(request(one)), name(request(one)))
  assert.notEqual(name(request(one)), name(request(other)))
})

test('on HTTP/2, the name belongs to the session, because each stream has its own socket', () => {
  const name = connectionNames(randomBytes)
  const session = {}
  const request = () => ({ socket: {}, stream: { session } }) as unknown as IncomingMessage
  assert.equal(name(request()), name(request()))
  assert.equal(isHttp2(request()), true)
})

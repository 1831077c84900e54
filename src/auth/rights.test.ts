import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Permissions } from '../domain/apps/app.ts'
import type { AuthKind } from '../http/endpoint.ts'
import type { Caller } from './caller.ts'
import { missingRight } from './rights.ts'

function userWith(permissions: Permissions, suspendedAt: number | null = null): Caller {
  return { kind: 'user', permissions, user: { suspendedAt } } as unknown as Caller
}

function appWith(permissions: Permissions): Caller {
  return { kind: 'app', app: { permissions } } as unknown as Caller
}

const consumer = { kind: 'consumer' } as unknown as Caller

/**
 * Checks the order of errors in spec/errors.md#authentication-order: code 64 (suspended), then 261 (read-only), then
 * 220 (wrong kind of caller).
 */
const CASES: readonly [what: string, Caller, readonly AuthKind[], writes: boolean, string | undefined][] = [
  ['a read-only token reads', userWith('read'), ['user', 'app'], false, undefined],
  ['a read-write token writes', userWith('read-write'), ['user'], true, undefined],
  [
    'a token with the right to messages may write',
    userWith('read-write-directmessages'),
    ['user'],
    true,
    undefined,
  ],
  ['a read-only token does not write', userWith('read'), ['user'], true, 'no-write-permission'],
  ['a token of a suspended user is refused', userWith('read-write', 1), ['user'], false, 'user-suspended'],
  ['64 goes before 261', userWith('read', 1), ['user'], true, 'user-suspended'],
  ['64 goes before 220', userWith('read', 1), ['app'], false, 'user-suspended'],
  ['an app reads', appWith('read'), ['user', 'app'], false, undefined],
  ['a read-only app does not write', appWith('read'), ['user', 'app'], true, 'no-write-permission'],
  ['261 goes before 220', appWith('read'), ['user'], true, 'no-write-permission'],
  ['a bearer token does not write for a user', appWith('read-write'), ['user'], true, 'user-context-only'],
  ['a bearer token does not read for a user', appWith('read'), ['user'], false, 'user-context-only'],
  [
    'a user token does not replace a bearer token',
    userWith('read-write'),
    ['app'],
    false,
    'app-context-only',
  ],
  ['a signature without a token does not act for a user', consumer, ['user'], false, 'app-context-only'],
  ['a signature without a token is accepted where it is required', consumer, ['consumer'], true, undefined],
]

for (const [what, caller, auth, writes, reason] of CASES) {
  test(`spec/errors.md#authentication-order: ${what}`, () => {
    assert.equal(missingRight(caller, { auth, writes })?.reason, reason)
  })
}

test('spec/direct-messages.md#access: a call about messages without the right to messages gets code 93, after 64 and before 261; a bearer token gets 220', () => {
  const needs = { auth: ['user'], isAboutMessages: true } as const
  for (const writes of [false, true]) {
    const reasonOf = (caller: Caller) => missingRight(caller, { ...needs, writes })?.reason
    assert.equal(reasonOf(userWith('read')), 'no-message-permission')
    assert.equal(reasonOf(userWith('read-write')), 'no-message-permission')
    assert.equal(reasonOf(userWith('read-write-directmessages')), undefined)
    assert.equal(reasonOf(userWith('read', 1)), 'user-suspended')
    assert.equal(reasonOf(appWith('read-write-directmessages')), 'user-context-only')
  }
})

test('spec/versioning.md#dates: the right to messages is required from the declared day on', () => {
  const needs = {
    auth: ['user'],
    writes: true,
    isAboutMessages: true,
    messageRightSince: '2019-08-15',
  } as const
  const reasonOn = (caller: Caller, day?: string) => missingRight(caller, needs, day)?.reason
  assert.equal(reasonOn(userWith('read-write'), '2019-08-14'), undefined)
  for (const day of ['2019-08-15', '9999-12-31', undefined])
    assert.equal(reasonOn(userWith('read-write'), day), 'no-message-permission')
  assert.equal(reasonOn(userWith('read'), '2019-08-14'), 'no-write-permission')
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isEmailAddress } from './email-address.ts'
import { isPlainText } from './plain-text.ts'

describe('an e-mail address', () => {
  for (const good of ['a@b', 'ann.lee+aviary@mail.example.org', 'änn@exämple.org', `${'a'.repeat(252)}@b`]) {
    test(`is ${good.slice(0, 40)}`, () => assert.equal(isEmailAddress(good), true))
  }
  for (const bad of ['', '@', 'a@', '@b', 'a@b@c', 'a b@c', 'a@b\n', 'a\0@b', `${'a'.repeat(253)}@b`]) {
    test(`is not ${JSON.stringify(bad.slice(0, 40))}`, () => assert.equal(isEmailAddress(bad), false))
  }
})

describe('plain text', () => {
  for (const good of ['', 'Ann Lee', 'Ünïcödé', '日本語', '👩‍👩‍👧', 'a\u2028b']) {
    test(`is ${JSON.stringify(good)}`, () => assert.equal(isPlainText(good), true))
  }
  for (const bad of ['a\0', 'a\tb', 'a\r\n', '\x7f', '\x85', '\ud83d', 'a\ude00b']) {
    test(`is not ${JSON.stringify(bad)}`, () => assert.equal(isPlainText(bad), false))
  }
})

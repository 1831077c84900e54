import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { LoggedEvent, UserAction } from '../../../events/event.ts'
import { messageOf } from './_events.ts'

const ID = 1290000000000000001n
const AT = Date.parse('2020-08-27T23:49:41.839Z')

function stateChange(action: UserAction, countries: readonly string[] = []): LoggedEvent {
  return {
    kind: 'user.state_changed',
    user_id: ID,
    action,
    withheld_in_countries: countries,
    reason: 'not told',
    position: 7n,
    at: AT,
    partition: 3,
  }
}

/** The rows of spec/compliance-stream.md section 3 that are about users. */
const SIMPLE: Readonly<Record<Exclude<UserAction, 'withhold' | 'unwithhold'>, string>> = {
  protect: 'user_protect',
  unprotect: 'user_unprotect',
  suspend: 'user_suspend',
  unsuspend: 'user_unsuspend',
  deactivate: 'user_delete',
  reactivate: 'user_undelete',
}

describe('compliance-stream.md 3: messages', () => {
  for (const [action, name] of Object.entries(SIMPLE)) {
    test(`${action} is told as ${name}, with every digit of the id`, () =>
      assert.equal(
        messageOf(stateChange(action as UserAction)),
        `{"${name}":{"id":1290000000000000001,"id_str":"1290000000000000001","timestamp_ms":"1598572181839"}}\r\n`,
      ))
  }

  for (const [action, countries] of [
    ['withhold', ['DE', 'XY']],
    ['unwithhold', []],
  ] as const) {
    test(`${action} is told as user_withheld with the whole new list and both times`, () =>
      assert.equal(
        messageOf(stateChange(action, countries)),
        `{"user_withheld":{"user":{"id":1290000000000000001,"id_str":"1290000000000000001"},` +
          `"withheld_in_countries":${JSON.stringify(countries)},"timestamp_ms":"1598572181839",` +
          '"timestampMs":"2020-08-27T23:49:41.839+00:00"}}\r\n',
      ))
  }

  test('the reason is for the operator, and told nobody', () =>
    assert.doesNotMatch(messageOf(stateChange('suspend')) ?? '', /not told/))

  test('other events are not told', () => {
    const facts = { position: 1n, at: AT, partition: 1 }
    assert.equal(messageOf({ kind: 'user.created', user_id: ID, ...facts }), undefined)
    assert.equal(messageOf({ kind: 'user.followed', user_id: ID, followee_id: 2n, ...facts }), undefined)
    assert.equal(
      messageOf({ kind: 'import.applied', of: 'users', lines: 1, imported: 1, ...facts }),
      undefined,
    )
  })
})

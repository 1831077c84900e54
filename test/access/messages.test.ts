/**
 * Promise 9 for messages: the test calls every endpoint for one object, as every kind of caller, in every state of
 * the object. One function computes the expected response from spec/direct-messages.md#access,
 * spec/direct-messages.md#message-object and spec/errors.md#code-table.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicFamilies } from '../../src/api/_families.ts'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { issueToken, revokeToken } from '../../src/domain/apps/tokens.ts'
import { bearer, type Credentials, signature } from '../support/api-client.ts'
import { ENGINES } from '../support/engines.ts'
import { letFollow } from '../support/follows.ts'
import { MESSAGES, MessageStage, messageBody, type Writer } from '../support/messages/stage.ts'
import { ruled, WELCOME, welcomed } from '../support/messages/welcome.ts'
import { slowTest } from '../support/part.ts'
import { EVERY_PATH } from '../support/server.ts'

/** Callers, each with its relation to the message, or with the reason why it is always refused. */
const CALLERS = {
  'the sender': 'side',
  'the recipient': 'side',
  'the sender by another app': 'side',
  'a third user': 'third party',
  'a third user that both follow': 'third party',
  'the sender with a token that may read and write': 'no right',
  'the recipient with a token that may only read': 'no right',
  'the sender with a revoked token': 'bad token',
  'the sender with a wrong signature': 'bad signature',
  'a suspended third user': 'suspended',
  'the app of the sender': 'app',
  'no credentials': 'no credentials',
} as const

type CallerName = keyof typeof CALLERS

/** States of the message at the time of the request. */
const STATES = ['there', 'deleted by the sender', 'deleted by the recipient', 'erased', 'unknown'] as const
type State = (typeof STATES)[number]

const REFUSED = {
  'no right': '403/93',
  'bad token': '401/89',
  'bad signature': '401/32',
  suspended: '403/64',
  app: '403/220',
  'no credentials': '400/215',
} as const

/** The expected response. */
function expectedFor(caller: CallerName, state: State, good: string): string {
  const kind = CALLERS[caller]
  if (kind !== 'side' && kind !== 'third party') return REFUSED[kind]
  const isGone =
    state === 'unknown' ||
    state === 'erased' ||
    (state === 'deleted by the sender' && caller.startsWith('the sender')) ||
    (state === 'deleted by the recipient' && caller.startsWith('the recipient'))
  return kind === 'third party' || isGone ? '404/34' : good
}

type Keys = Readonly<Record<CallerName, Credentials | undefined>>

class MessageFixture {
  readonly stage: MessageStage
  readonly sender: Writer
  readonly recipient: Writer
  readonly #keys: Keys

  private constructor(stage: MessageStage, people: readonly [Writer, Writer], keys: Keys) {
    this.stage = stage
    this.sender = people[0]
    this.recipient = people[1]
    this.#keys = keys
  }

  static async create(stage: MessageStage): Promise<MessageFixture> {
    const { context } = stage
    const [sender, recipient, third] = await stage.writers(3)
    const [liked, suspended] = await stage.writers(2)
    const app = await createApp(context, {
      name: 'Own',
      ownerId: sender.id,
      permissions: 'read-write-directmessages',
    })
    const token = await issueToken(context, { appId: app.appId, userId: sender.id })
    const signed = (secret: string): Credentials =>
      signature(
        { key: app.consumerKey, secret: app.consumerSecret },
        { key: token.accessToken, secret },
        () => context.clock.now(),
      )
    const revoked = await issueToken(context, { appId: app.appId, userId: sender.id })
    await revokeToken(context, revoked.accessToken)
    for (const { id: follower } of [sender, recipient]) {
      await letFollow(context, { follower, followee: liked.id })
    }
    await changeUserState(context, { userId: suspended.id, action: 'suspend' })
    return new MessageFixture(stage, [sender, recipient], {
      'the sender': sender.as,
      'the recipient': recipient.as,
      'the sender by another app': signed(token.accessTokenSecret),
      'a third user': third.as,
      'a third user that both follow': liked.as,
      'the sender with a token that may read and write': await stage.token(sender.id, 'read-write'),
      'the recipient with a token that may only read': await stage.token(recipient.id, 'read'),
      'the sender with a revoked token': signature(
        { key: app.consumerKey, secret: app.consumerSecret },
        { key: revoked.accessToken, secret: revoked.accessTokenSecret },
        () => context.clock.now(),
      ),
      'the sender with a wrong signature': signed(`${token.accessTokenSecret}0`),
      'a suspended third user': suspended.as,
      'the app of the sender': bearer(app.bearerToken),
      'no credentials': undefined,
    })
  }

  /** Creates a message and brings it to the given state. Returns its id. */
  async message(state: State): Promise<string> {
    if (state === 'unknown') return '1142098079526600708'
    const { id } = await this.stage.sent(this.sender, this.recipient, SECRET)
    if (state !== 'there' && state !== 'deleted by the recipient') await this.stage.destroy(this.sender, id)
    if (state === 'deleted by the recipient' || state === 'erased')
      await this.stage.destroy(this.recipient, id)
    return id
  }

  async ask(
    caller: CallerName,
    method: string,
    path: string,
    body?: object,
  ): Promise<{ verdict: string; text: string }> {
    const { status, text } = await this.stage.ask(method, path, this.#keys[caller], body)
    const code = /"code":(\d+)/.exec(text)?.[1]
    return { verdict: code === undefined ? String(status) : `${status}/${code}`, text }
  }
}

/** A part of the text of every message. Only successful responses to the sender and the recipient may contain it. */
const SECRET = 'for-two-alone'

for (const engine of ENGINES) {
  slowTest(`promise 9: every message × every caller on ${engine}`, async (t) => {
    const stage = await MessageStage.open(t, { engine, settings: EVERY_PATH })
    const fixture = await MessageFixture.create(stage)
    const callers = Object.keys(CALLERS) as CallerName[]

    for (const state of STATES) {
      await t.test(`events/show, mark_read and destroy of a message that is ${state}`, async () => {
        const wrong: string[] = []
        for (const caller of callers) {
          const id = await fixture.message(state)
          const writer = caller.startsWith('the recipient') ? fixture.sender : fixture.recipient
          for (const [method, path, good] of [
            ['GET', `${MESSAGES}/events/show.json?id=${id}`, '200'],
            ['GET', `${MESSAGES}/show.json?id=${id}`, '200'],
            ['POST', `${MESSAGES}/mark_read.json?last_read_event_id=${id}&recipient_id=${writer.id}`, '204'],
            ['DELETE', `${MESSAGES}/events/destroy.json?id=${id}`, '204'],
          ] as const) {
            const { verdict, text } = await fixture.ask(caller, method, path)
            const must = expectedFor(caller, state, good)
            if (verdict !== must) wrong.push(`${caller}: ${method} ${path}: ${verdict}, must be ${must}`)
            if (text.includes(SECRET) !== (must === '200')) wrong.push(`${caller}: ${path}: ${text}`)
          }
        }
        assert.deepEqual(wrong, [])
      })

      await t.test(`legacy destroy of a message that is ${state}`, async () => {
        for (const caller of callers) {
          const id = await fixture.message(state)
          const { verdict, text } = await fixture.ask(caller, 'POST', `${MESSAGES}/destroy.json?id=${id}`)
          const must = expectedFor(caller, state, '200')
          assert.equal(verdict, must, caller)
          assert.equal(text.includes(SECRET), must === '200', caller)
        }
      })
    }

    await t.test(
      'legacy lists show a message only to its sender and its recipient, each in the correct list',
      async () => {
        const id = await fixture.message('there')
        for (const caller of callers) {
          const kind = CALLERS[caller]
          for (const [path, side] of [
            [`${MESSAGES}.json`, 'the recipient'],
            [`${MESSAGES}/sent.json`, 'the sender'],
          ] as const) {
            const { verdict, text } = await fixture.ask(caller, 'GET', path)
            assert.equal(verdict, kind === 'side' || kind === 'third party' ? '200' : REFUSED[kind], caller)
            assert.equal(text.includes(id), kind === 'side' && caller.startsWith(side), `${caller} ${path}`)
          }
        }
      },
    )

    await t.test('events/list shows a message only to its sender and its recipient', async () => {
      const id = await fixture.message('there')
      for (const caller of callers) {
        const { verdict, text } = await fixture.ask(caller, 'GET', `${MESSAGES}/events/list.json?count=50`)
        const kind = CALLERS[caller]
        assert.equal(verdict, kind === 'side' || kind === 'third party' ? '200' : REFUSED[kind], caller)
        assert.equal(text.includes(id) || text.includes(SECRET), kind === 'side', caller)
      }
    })

    await t.test('only the owner has access to welcome messages and their rules', async () => {
      const message = await welcomed(stage, fixture.sender, SECRET)
      const rule = await ruled(stage, fixture.sender, message.id)
      for (const caller of callers.filter(
        (name) => name !== 'the sender' && name !== 'the sender by another app',
      )) {
        const kind = CALLERS[caller]
        const must = kind === 'side' || kind === 'third party' ? '404/34' : REFUSED[kind]
        const changed = { message_data: { text: 'changed' } }
        for (const [method, path, body] of [
          ['GET', `show.json?id=${message.id}`, undefined],
          ['PUT', `update.json?id=${message.id}`, changed],
          ['DELETE', `destroy.json?id=${message.id}`, undefined],
          ['GET', `rules/show.json?id=${rule.id}`, undefined],
          ['DELETE', `rules/destroy.json?id=${rule.id}`, undefined],
          ['POST', 'rules/new.json', { welcome_message_rule: { welcome_message_id: message.id } }],
        ] as const) {
          const { verdict, text } = await fixture.ask(caller, method, `${WELCOME}/${path}`, body)
          assert.equal(verdict, must, `${caller}: ${method} ${path}`)
          assert.ok(!text.includes(SECRET))
        }
      }
      const { text } = await fixture.ask(
        'the sender by another app',
        'GET',
        `${WELCOME}/show.json?id=${message.id}`,
      )
      assert.ok(text.includes(SECRET))
    })
  })
}

test('spec/direct-messages.md#access: a caller without permission for messages gets the same error from all endpoints of messages', async (t) => {
  const stage = await MessageStage.open(t, { settings: EVERY_PATH })
  const fixture = await MessageFixture.create(stage)
  const endpoints = publicFamilies()
    .flatMap(({ endpoints: all }) => all)
    // The legacy endpoint that sends messages does not require this permission.
    .filter(({ paths: [path] }) => path.startsWith(MESSAGES) && path !== `${MESSAGES}/new.json`)
  assert.ok(endpoints.length >= 15)
  for (const { method, paths, body } of endpoints) {
    const sent = body === undefined ? undefined : messageBody(fixture.recipient.id, 'hi')
    for (const [caller, must] of [
      ['the sender with a token that may read and write', '403/93'],
      ['the recipient with a token that may only read', '403/93'],
      ['the app of the sender', '403/220'],
    ] as const) {
      const { verdict, text } = await fixture.ask(caller, method, `${paths[0]}?id=5&recipient_id=5`, sent)
      assert.equal(verdict, must, `${method} ${paths[0]}`)
      if (must === '403/93') {
        assert.match(text, /"This application is not allowed to access or delete your direct messages\."/)
      }
    }
  }
})

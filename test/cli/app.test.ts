/** Tests `aviary app|token|project|console list`, `app show` and `app update`, while a server runs. */
import assert from 'node:assert/strict'
import { describe, type TestContext } from 'node:test'
import type { Engine } from '../../src/db/query.ts'
import { ask, bearer, type Credentials, parseExactly, signature } from '../support/api-client.ts'
import { ENGINES, freshConfig } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { runMain } from '../support/run-main.ts'
import { startTestServer } from '../support/server.ts'

type Json = Record<string, unknown>

/** A server with a user and an app that were created by commands. */
class AppFixture {
  readonly url: string
  readonly appId: string
  readonly #place: readonly string[]
  /** Secrets that the commands must not show again. */
  readonly secrets: string[] = []
  readonly #app: Json

  private constructor(url: string, place: readonly string[], app: Json) {
    this.url = url
    this.#place = place
    this.#app = app
    this.appId = String(app['app_id'])
    this.secrets.push(String(app['consumer_secret']), String(app['bearer_token']))
  }

  static async open(t: TestContext, engine: Engine, words: readonly string[] = []): Promise<AppFixture> {
    const config = await freshConfig(t, engine)
    const { url } = await startTestServer(t, { config })
    const place = ['--data', config.data, ...(engine === 'postgres' ? ['--database', config.database] : [])]
    assert.equal((await runMain(['user', 'create', 'ada', ...place])).code, 0)
    const { code, out, err } = await runMain([
      ...['app', 'create', 'Bird & <3 watch', '--owner', 'ada', '--permissions', 'read-write'],
      ...words,
      ...place,
      '--json',
    ])
    assert.equal(code, 0, err)
    return new AppFixture(url, place, JSON.parse(out) as Json)
  }

  /** The bearer token of the app. */
  get asApp(): Credentials {
    return bearer(String(this.#app['bearer_token']))
  }

  async run(...words: string[]) {
    const ended = await runMain([...words, ...this.#place])
    for (const secret of this.secrets)
      assert.ok(!`${ended.out}${ended.err}`.includes(secret), words.join(' '))
    return ended
  }

  async json(...words: string[]): Promise<Json> {
    const { code, out, err } = await this.run(...words, '--json')
    assert.equal(code, 0, err)
    return JSON.parse(out) as Json
  }

  /** Issues a new token to the user. */
  async asUser(): Promise<Credentials> {
    const token = await this.json('token', 'create', '--app', this.appId, '--user', 'ada')
    const secret = String(token['access_token_secret'])
    this.secrets.push(secret)
    const consumer = { key: String(this.#app['consumer_key']), secret: String(this.#app['consumer_secret']) }
    return signature(consumer, { key: String(token['access_token']), secret }, () => Date.now())
  }

  /** Creates a post; returns status, id and v1.1 `source`. */
  async post(status: string, as: Credentials) {
    const url = `${this.url}/1.1/statuses/update.json`
    const headers = {
      authorization: as('POST', url, { status }),
      'content-type': 'application/x-www-form-urlencoded',
    }
    const answer = await fetch(url, { method: 'POST', headers, body: new URLSearchParams({ status }) })
    const { id, source } = parseExactly(await answer.text()) as { id?: bigint; source?: string }
    return { status: answer.status, id: String(id), source }
  }

  /** The `source` of a post, as v1.1, Labs v2 and /2/ show it. */
  async sources(id: string): Promise<unknown[]> {
    const got = async (path: string) => JSON.parse((await ask(`${this.url}${path}`, this.asApp)).text)
    const v11 = await got(`/1.1/statuses/show.json?id=${id}`)
    const labs = await got(`/labs/2/tweets/${id}?tweet.fields=source`)
    const v2 = await got(`/2/tweets/${id}?tweet.fields=source`)
    return [v11.source, labs.data.source, v2.data.source]
  }
}

for (const engine of ENGINES) {
  describe(`apps from the command line, while a server runs (${engine})`, () => {
    test('spec/posts.md#post-object, spec/v2-objects.md#post: source is an anchor in v1.1, a name in Labs v2 and /2/', async (t) => {
      const fixture = await AppFixture.open(t, engine, ['--url', 'https://example.org/?a=1&b'])
      const as = await fixture.asUser()
      const first = await fixture.post('first', as)
      const before = [
        '<a href="https://example.org/?a=1&amp;b" rel="nofollow">Bird &amp; &lt;3 watch</a>',
        'Bird & <3 watch',
        'Bird & <3 watch',
      ]
      assert.deepEqual([first.status, first.source], [200, before[0]])
      assert.deepEqual(await fixture.sources(first.id), before)

      await fixture.json('app', 'update', fixture.appId, '--name', 'Watcher', '--url', 'http://w.example')
      const second = await fixture.post('second', as)
      const after = ['<a href="http://w.example" rel="nofollow">Watcher</a>', 'Watcher', 'Watcher']
      assert.equal(second.source, after[0])
      assert.deepEqual(await fixture.sources(second.id), after)
      assert.deepEqual(await fixture.sources(first.id), before, 'older posts keep the source that they had')
    })

    test('an app without a URL also has an anchor', async (t) => {
      const fixture = await AppFixture.open(t, engine)
      const { id } = await fixture.post('first', await fixture.asUser())
      const [anchor] = await fixture.sources(id)
      assert.equal(anchor, '<a href="" rel="nofollow">Bird &amp; &lt;3 watch</a>')
    })

    test('spec/console.md#app-permissions: a change of permissions applies to tokens that are issued later', async (t) => {
      const fixture = await AppFixture.open(t, engine)
      const old = await fixture.asUser()
      assert.equal((await fixture.post('written', old)).status, 200)
      const lowered = await fixture.run('app', 'update', fixture.appId, '--permissions', 'read')
      assert.match(lowered.out, /changed permissions\.\nExisting tokens keep the level/)
      assert.match(
        lowered.out,
        new RegExp(`aviary token create --app ${fixture.appId} --user SCREEN_NAME --regenerate`),
      )
      assert.equal((await fixture.post('still written', old)).status, 200, 'the old token keeps its level')
      assert.equal((await fixture.post('not written', await fixture.asUser())).status, 403)
      const { tokens } = await fixture.json('token', 'list', '--app', fixture.appId)
      const levels = (tokens as Json[]).map(({ permissions }) => String(permissions))
      assert.deepEqual(levels.sort(), ['read', 'read-write'])
    })

    test('spec/console.md#apps: delete asks for a confirmation, ends streams with ForceDisconnect, and is final', async (t) => {
      const fixture = await AppFixture.open(t, engine)
      const { appId } = fixture
      const as = await fixture.asUser()
      const { id } = await fixture.post('before', as)
      const unconfirmed = await fixture.run('app', 'delete', appId)
      assert.equal(unconfirmed.code, 2, unconfirmed.err)
      assert.match(unconfirmed.err, /nothing was deleted; use --yes/)
      assert.equal((await fixture.run('app', 'delete', 'Bird', '--yes')).code, 1)
      const twin = await fixture.run('app', 'create', 'Bird & <3 watch', '--owner', 'ada', '--json')
      const unclear = await fixture.run('app', 'delete', 'Bird & <3 watch', '--yes')
      assert.match(unclear.err, /^aviary: 2 apps have that name; give an id|2 apps have that name/)
      const other = String(JSON.parse(twin.out).app_id)
      assert.match(
        (await fixture.run('app', 'delete', other, '--yes')).out,
        /^Bird & <3 watch is deleted\. Its keys/,
      )

      const authorization = fixture.asApp('GET', '')
      const stream = await fetch(`${fixture.url}/2/tweets/sample/stream`, { headers: { authorization } })
      assert.equal(stream.status, 200)
      const rest = stream.text()
      const deleted = await fixture.json('app', 'delete', 'Bird & <3 watch', '--owner', 'ada', '--yes')
      assert.deepEqual(deleted, { app_id: appId, name: 'Bird & <3 watch', deleted: true })
      assert.equal(JSON.parse((await rest).trim()).errors[0].disconnect_type, 'ForceDisconnect')

      assert.equal((await fixture.post('after', as)).status, 401)
      assert.equal((await ask(`${fixture.url}/2/tweets/${id}`, fixture.asApp)).status, 401)
      assert.deepEqual((await fixture.json('app', 'list'))['apps'], [])
      assert.equal((await fixture.run('app', 'delete', appId, '--yes')).code, 1)
    })

    test('list and show print everything except secrets; update prints the changes', async (t) => {
      const fixture = await AppFixture.open(t, engine, [
        '--description',
        'Watches.',
        '--callback',
        'https://b.example/x',
      ])
      await fixture.asUser()
      const { apps, next } = await fixture.json('app', 'list', '--owner', 'ada')
      const [listed] = apps as Json[]
      assert.equal(next, null)
      const words = {
        app_id: fixture.appId,
        name: 'Bird & <3 watch',
        url: 'https://b.example',
        description: 'Watches.',
        owner: 'ada',
        permissions: 'read-write',
        callbacks: ['https://b.example/x'],
        may_read_email: false,
        suspended: false,
      }
      for (const [name, value] of Object.entries(words)) assert.deepEqual(listed?.[name], value, name)
      const shown = await fixture.json('app', 'show', fixture.appId)
      assert.deepEqual({ ...shown, ...listed }, shown)
      assert.deepEqual(
        [shown['has_bearer_token'], shown['in_labs'], shown['project']],
        [true, true, 'Default project'],
      )
      assert.match(
        (await fixture.run('app', 'show', fixture.appId)).out,
        /^callbacks: https:\/\/b\.example\/x$/m,
      )

      const change = ['--no-callback', '--description', '', '--email-right', '--name', 'Other']
      const updated = await fixture.json('app', 'update', fixture.appId, ...change)
      assert.deepEqual(updated['changed_fields'], ['name', 'description', 'callbacks', 'may_read_email'])
      assert.deepEqual([updated['callbacks'], updated['url'], updated['name']], [[], '', 'Other'])
      const again = await fixture.run('app', 'update', fixture.appId, ...change)
      assert.deepEqual([again.code, again.out], [0, 'Other: nothing to change.\n'])

      const { tokens } = await fixture.json('token', 'list', '--user', 'ada')
      const { created_at, access_token, ...token } = (tokens as Json[])[0] ?? {}
      assert.match(String(access_token), /^\d+-\w{40}$/)
      assert.equal(new Date(String(created_at)).toISOString(), created_at)
      assert.deepEqual(
        {
          app_id: token['app_id'],
          app: token['app'],
          screen_name: token['screen_name'],
          revoked: token['revoked'],
        },
        { app_id: fixture.appId, app: 'Other', screen_name: 'ada', revoked: false },
      )
      const { projects } = await fixture.json('project', 'list')
      assert.deepEqual(
        (projects as Json[]).map(({ name, owner, app_count: count }) => [name, owner, count]),
        [['Default project', 'ada', 1]],
      )
    })

    test('lists are pages of at most 1,000, and print the command for the next page', async (t) => {
      const fixture = await AppFixture.open(t, engine)
      const second = await fixture.json('app', 'create', 'Second', '--owner', 'ada')
      const page = await fixture.json('app', 'list', '--count', '1')
      assert.deepEqual([(page['apps'] as Json[]).length, page['next']], [1, fixture.appId])
      const { err } = await fixture.run('app', 'list', '--count', '1')
      assert.equal(err, `There are more: add --after ${fixture.appId} for the next page.\n`)
      const rest = await fixture.json('app', 'list', '--count', '1', '--after', fixture.appId)
      assert.deepEqual([(rest['apps'] as Json[])[0]?.['app_id'], rest['next']], [second['app_id'], null])
      for (const count of ['0', '1001', 'x', '-1']) {
        const { code, err: said } = await fixture.run('token', 'list', '--count', count)
        assert.equal(code, 2)
        assert.match(said, /--count takes a whole number from 1 to 1000/)
      }
    })

    test('console users are listed by account, without passwords and hashes', async (t) => {
      const fixture = await AppFixture.open(t, engine)
      const password = 'battery staple'
      fixture.secrets.push('scrypt')
      for (const [account, email] of [
        ['acme', 'a@example.org'],
        ['acme', 'b@example.org'],
        ['other', 'c@example.org'],
      ] as const) {
        await fixture.json('console', 'create', account, '--email', email, '--password', password)
      }
      fixture.secrets.push(password)
      const emailsOf = async (...words: string[]) =>
        ((await fixture.json('console', 'list', ...words))['users'] as Json[]).map(({ email }) => email)
      assert.deepEqual(await emailsOf(), ['a@example.org', 'b@example.org', 'c@example.org'])
      assert.deepEqual(await emailsOf('other'), ['c@example.org'])
      const [other] = (await fixture.json('console', 'list', 'other'))['users'] as Json[]
      assert.deepEqual([other?.['has_password'], other?.['passkey_count']], [true, 0])
      const { out } = await fixture.run('console', 'list')
      assert.match(out, /other c@example.org \(admin, password\)/)
      const unknown = await fixture.run('console', 'list', 'nobody')
      assert.deepEqual([unknown.code, unknown.out], [1, ''])
      assert.match(unknown.err, /no console account "nobody"; "aviary console list" lists/)
    })

    test('invalid arguments are refused in one sentence, with exit code 2, and change nothing', async (t) => {
      const fixture = await AppFixture.open(t, engine, ['--url', 'https://example.org'])
      const before = await fixture.json('app', 'show', fixture.appId)
      const refusals: readonly (readonly [readonly string[], number, RegExp])[] = [
        [[], 2, /nothing to change; use --name/],
        [['--url', 'javascript:alert(1)'], 2, /is not an app's URL; give one that begins with http/],
        [['--url', 'https://example.org/\n'], 2, /without blanks and control characters/],
        [['--name', '<b>x</b>'], 2, /cannot have tags such as <b>/],
        [
          ['--name', 'x', '--permissions', 'write'],
          2,
          /--permissions takes one of read, read-write, read-write-dm, not "write"/,
        ],
        [['--permissions', 'constructor'], 2, /--permissions takes one of/],
        [['--callback', 'javascript:alert(1)'], 2, /is no callback URL/],
        [['--description', 'd'.repeat(201)], 2, /at most 200 characters/],
      ]
      for (const [words, code, message] of refusals) {
        const refused = await fixture.run('app', 'update', fixture.appId, ...words)
        assert.deepEqual([refused.code, refused.out], [code, ''], words.join(' '))
        assert.match(refused.err, message)
        assert.match(refused.err, /^aviary: [^\n]+\n$/)
      }
      assert.deepEqual(await fixture.json('app', 'show', fixture.appId), before)
      for (const words of [
        ['show', '1'],
        ['update', '1', '--name', 'x'],
      ]) {
        const unknown = await fixture.run('app', ...words)
        assert.deepEqual([unknown.code, unknown.out], [1, ''])
        assert.match(unknown.err, /there is no app with the id 1; "aviary app list" lists all apps/)
      }
    })
  })
}

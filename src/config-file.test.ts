import assert from 'node:assert/strict'
import test from 'node:test'
import { readSettings } from './config.ts'
import { ConfigFaults } from './config-faults.ts'
import { readConfigFile } from './config-file.ts'
import { parseConfigFile } from './config-yaml.ts'

const read = async (text: string, flags = {}, environment = {}) =>
  readSettings(flags, environment, parseConfigFile(text, '/etc/aviary/aviary.yaml'))

/** The errors of a file, without the file name at the beginning of each. */
async function faultsOf(text: string): Promise<readonly string[]> {
  try {
    await read(text)
  } catch (error) {
    assert.ok(error instanceof ConfigFaults)
    return error.faults.map((fault) => fault.replace('/etc/aviary/aviary.yaml:', ''))
  }
  return []
}

test('a flag takes precedence over a variable, a variable over the file, the file over the default', async () => {
  const text = 'port: 1\nops_port: 1\npool: 1'
  const environment = { AVIARY_PORT: '2', AVIARY_OPS_PORT: '2', AVIARY_LOG_LEVEL: 'warn' }
  const { config, sources } = await read(text, { port: '3' }, environment)
  assert.deepEqual([config.port, config.ops_port, config.pool, config.search_days], [3, 2, 1, 7])
  assert.deepEqual(
    [sources.port, sources.ops_port, sources.pool, sources.search_days],
    [
      { kind: 'flag', from: '--port' },
      { kind: 'variable', from: 'AVIARY_OPS_PORT' },
      { kind: 'file', from: '/etc/aviary/aviary.yaml:3:1' },
      { kind: 'default', from: 'default' },
    ],
  )
})

test('values may be numbers, lists and anchors; numbers stay as written, and relative paths begin at the folder of the file', async () => {
  const key = `${'0123456789'.repeat(6)}0123`
  const { config } = await read(
    `# A comment.
key: ${key}
hosts: [api.example.org, "upload.example.org:443"]
trusted_proxy: &networks
  - 10.0.0.0/8
insecure_http: *networks
webhook_allow: 127.0.0.1, ::1
migrate: false
api_date: 2020-08-12
data: ../data
tls_cert: /tls/cert.pem
tls_key: key.pem`,
  )
  assert.equal(config.key, key)
  assert.deepEqual(config.hosts, ['api.example.org', 'upload.example.org:443'])
  assert.deepEqual([config.trusted_proxy, config.insecure_http], [['10.0.0.0/8'], ['10.0.0.0/8']])
  assert.deepEqual(config.webhook_allow, ['127.0.0.1', '::1'])
  assert.equal(config.migrate, false)
  assert.equal(config.api_date, '2020-08-12')
  assert.deepEqual(
    [config.data, config.tls_cert, config.tls_key],
    ['/etc/data', '/tls/cert.pem', '/etc/aviary/key.pem'],
  )
})

test('an empty file has no settings', async () => {
  for (const text of ['', '\n', '# nothing\n', '{}']) assert.deepEqual(await faultsOf(text), [])
})

test('all errors are listed, and each error about one setting has its line and column', async () => {
  const text = `port: 8080
ops-port: 1
colour: blue
  # all errors are listed
pool: {size: 10}
hosts:
  - [a]
log_level: [info]
key:
limits: none
tls_cert: a.pem
database: mysql://user:hidden@host/name
`
  const faults = await faultsOf(text)
  assert.deepEqual(faults, [
    '2:1: "ops-port" is not a setting of Aviary; did you mean ops_port?',
    '3:1: "colour" is not a setting of Aviary; see "aviary serve --help" for all settings.',
    '5:1: pool: must be one value, not a map.',
    '6:1: hosts: every item must be one text.',
    '8:1: log_level: must be one value, not a list.',
    '9:1: key: has no value; give one, or remove the line for the default.',
    '12:1: database: the value is not accepted; use a URL such as postgres://user:password@host:5432/name; several hosts are separated by commas.',
    '10:1: limits: "none" is not accepted; use one of documented, relaxed, off.',
    '--tls-cert needs --tls-key; set both, or neither for HTTP without TLS.',
  ])
})

test('a text that is not YAML or has no keys is refused', async () => {
  for (const [text, fault] of [
    ['port: [1', /^1:\d+: .*flow.*\.$/i],
    ['port: 1\nport: 2', /^2:1: Map keys must be unique\.$/],
    ['\tport: 1', /^1:1: .*\.$/],
    ['- port', /^1:1: must be settings, such as "port: 8080"\.$/],
    ['port', /^1:1: must be settings/],
    ['pool: *other', /^1:\d+: .*\.$/],
    ['? [a]\n: 1', /^1:3: "\[?a\]?" is not a setting/],
    [`# ${'x'.repeat(1_000_001)}`, /longer than 1000000 characters/],
  ] as const) {
    const [first = '', ...more] = await faultsOf(text)
    assert.match(first, fault, text.slice(0, 20))
    assert.equal(more.length, 0)
  }
})

test('a settings file that a flag or variable names must exist; aviary.yaml may be missing', async () => {
  assert.equal(await readConfigFile(undefined, {}), undefined)
  for (const [flag, environment, fault] of [
    ['/none/aviary.yaml', {}, '--config: /none/aviary.yaml does not exist; check the path.'],
    [undefined, { AVIARY_CONFIG: '/none/x' }, 'AVIARY_CONFIG: /none/x does not exist; check the path.'],
    [undefined, { AVIARY_CONFIG: '' }, 'AVIARY_CONFIG: "" is not accepted; use the path of a file.'],
    ['/', {}, "--config: the file cannot be read: EISDIR: illegal operation on a directory, read '/'."],
  ] as const) {
    await assert.rejects(readConfigFile(flag, environment), { faults: [fault] })
  }
})

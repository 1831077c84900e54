/**
 * Tests that the files in the folder deploy are valid, and that they name only settings, metrics and commands that
 * exist.
 */
import assert from 'node:assert/strict'
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { describe } from 'node:test'
import { parse } from 'yaml'
import { readConfig, SETTINGS, type SettingName, variableOf } from '../../src/config.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest } from '../support/part.ts'
import { testCertificate } from '../support/processes/certificates.ts'
import { startTestServer } from '../support/server.ts'
import { composeFile as compose, type Service } from './compose.ts'
import { deployed, deployedText, needs, run } from './tools.ts'

const FILES = globSync('**/*', { cwd: deployed(''), withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name))

test('the variables and settings that the files name exist', () => {
  assert.ok(FILES.length > 10)
  const variables = new Set([
    'AVIARY_CONFIG',
    ...Object.keys(SETTINGS).map((name) => variableOf(name as SettingName)),
  ])
  for (const file of FILES) {
    for (const [name] of readFileSync(file, 'utf8').matchAll(/\bAVIARY_[A-Z_]+[A-Z]\b/g)) {
      assert.ok(variables.has(name), `${file} names ${name}`)
    }
  }
})

const COMPOSE_FILES = ['compose.sqlite.yaml', 'compose.postgres.yaml', 'compose.nodes.yaml']

describe('Docker', () => {
  test('the image has two stages, a volume and a health check, and does not run as root', () => {
    const lines = deployedText('docker/Dockerfile').split('\n')
    const steps = lines.filter((line) => /^[A-Z]+ /.test(line)).map((line) => line.split(' '))
    const last = steps.map(([word]) => word).lastIndexOf('FROM')
    assert.equal(steps.filter(([word]) => word === 'FROM').length, 2)
    const final = steps.slice(last).map(([word]) => word)
    for (const word of ['USER', 'VOLUME', 'HEALTHCHECK', 'EXPOSE', 'ENTRYPOINT'])
      assert.ok(final.includes(word), word)
    assert.deepEqual(
      steps.find(([word]) => word === 'USER'),
      ['USER', 'node'],
    )
    // Rules of hadolint: DL3007 (an image has a tag), DL3020 (COPY instead of ADD), DL3025 (arguments as JSON),
    // DL4000 (no MAINTAINER).
    for (const [word, first = ''] of steps) {
      if (word === 'FROM') assert.match(first, /:[^:]+$/)
      if (word === 'ENTRYPOINT' || word === 'CMD') assert.match(first, /^\[/)
      assert.ok(word !== 'ADD' && word !== 'MAINTAINER')
    }
  })

  test('the image obeys more rules of hadolint', () => {
    const joined = deployedText('docker/Dockerfile').replaceAll(/\\\n\s*/g, '')
    const steps = joined.split('\n').filter((line) => /^[A-Z]+ /.test(line))
    const rest = (word: string) =>
      steps.filter((step) => step.startsWith(`${word} `)).map((step) => step.slice(word.length + 1))
    // DL3000: WORKDIR is absolute. DL3001, DL3003: no ssh, kill, cd. DL3004: no sudo. DL4006: no pipe without
    // pipefail.
    for (const folder of rest('WORKDIR')) assert.match(folder, /^\//)
    for (const run of rest('RUN')) {
      assert.doesNotMatch(run, /(^|&& *)(cd|sudo|ssh|kill|vim|mount|top|wget|curl) /)
      assert.doesNotMatch(run, /[^|]\|[^|]/)
      // DL3008, DL3018: no package of a distribution is installed without its version.
      assert.doesNotMatch(run, /\b(apt|apt-get|apk|yum|dnf) /)
    }
    // DL3022, DL3023: copies between stages name an earlier stage.
    const own = [...joined.matchAll(/^FROM \S+ AS (\w+)$/gm)].map(([, name]) => name)
    for (const copy of rest('COPY')) {
      const from = /--from=(\w+)/.exec(copy)?.[1]
      assert.ok(from === undefined || own.includes(from), copy)
    }
    // DL3011: valid ports. DL3012, DL4003: one HEALTHCHECK, one CMD, one ENTRYPOINT. DL3024: names of stages are
    // unique.
    for (const port of rest('EXPOSE')) assert.match(port, /^\d{1,5}$/)
    for (const word of ['HEALTHCHECK', 'CMD', 'ENTRYPOINT']) assert.equal(rest(word).length, 1, word)
    assert.equal(new Set(own).size, own.length)
    // DL3002: the last user is not root. DL3044: ENV uses no variable of its own step.
    assert.notEqual(rest('USER').at(-1), 'root')
    for (const env of rest('ENV')) assert.doesNotMatch(env, /\$/)
    // DL3059: no two RUN steps in a row. In the Dockerfile, a comment marks each exception to a rule.
    for (const [index, step] of steps.entries())
      assert.ok(!(step.startsWith('RUN ') && steps[index + 1]?.startsWith('RUN ')), step)
    for (const run of rest('RUN').filter((text) => text.includes('EXTRAS')))
      assert.match(
        deployedText('docker/Dockerfile'),
        /# hadolint ignore=DL3016,SC2086\nRUN npm install --prefix \/app/,
        run,
      )
  })

  test('compose: every service restarts, the data has volumes, and no service has privileges or plain secrets', () => {
    for (const name of COMPOSE_FILES) {
      const { services } = compose(name)
      for (const [service, parts] of Object.entries(services)) {
        const own = parts as Service & Readonly<Record<string, unknown>>
        assert.equal(own['restart'], 'unless-stopped', service)
        for (const word of ['privileged', 'network_mode', 'pid', 'cap_add', 'devices'])
          assert.equal(own[word], undefined, `${service}: ${word}`)
        assert.ok(own.image === undefined || own.build !== undefined || /:[\w.-]+$/.test(own.image), service)
        for (const [variable, value] of Object.entries(own.environment ?? {})) {
          if (/KEY|PASSWORD|SECRET/.test(variable)) assert.match(String(value), /^\$\{\w+:\?\}$/, variable)
        }
        if (own.build === undefined) continue
        assert.deepEqual(own['cap_drop'], ['ALL'], service)
        assert.equal(own['stop_grace_period'], '60s', service)
        assert.ok(
          own.volumes?.some((mount) => mount.endsWith(':/data')),
          service,
        )
      }
      for (const [service, { depends_on: needed = {} }] of Object.entries(
        services as Readonly<Record<string, { readonly depends_on?: Readonly<Record<string, unknown>> }>>,
      )) {
        for (const other of Object.keys(needed)) assert.ok(other in services, `${service} needs ${other}`)
      }
    }
  })

  test('compose: all files and scripts that the compose files name exist', () => {
    for (const name of COMPOSE_FILES) {
      const { services, volumes } = compose(name)
      for (const [service, { build, volumes: mounts = [], read_only }] of Object.entries(services)) {
        if (build !== undefined) {
          assert.ok(FILES.includes(deployed(`../${build.dockerfile}`)), build.dockerfile)
          assert.equal(read_only, true, service)
        }
        for (const mount of mounts) {
          const [source = ''] = mount.split(':')
          if (source.startsWith('../')) assert.ok(FILES.includes(deployed(`docker/${source}`)), source)
          else if (!source.startsWith('./')) assert.ok(source in volumes, source)
        }
      }
    }
    const { services } = compose('compose.postgres.yaml')
    assert.deepEqual(Object.keys(services), ['aviary-1', 'aviary-2', 'nginx', 'postgres'])
    assert.equal(
      services['aviary-1']?.environment?.['AVIARY_KEY'],
      services['aviary-2']?.environment?.['AVIARY_KEY'],
    )
    const upstream = deployedText('nginx/upstream-compose.conf')
    for (const name of ['aviary-1', 'aviary-2']) assert.ok(upstream.includes(`server ${name}:8080;`))
  })

  test('compose: the three nodes, their proxy, their relay and the configuration of NATS match', () => {
    const { services } = compose('compose.nodes.yaml')
    const nodes = ['aviary-1', 'aviary-2', 'aviary-3']
    const relays = ['nats-1', 'nats-2', 'nats-3']
    assert.deepEqual(Object.keys(services), [...nodes, ...relays, 'nginx', 'postgres'])
    const upstream = deployedText('nginx/upstream-nodes.conf')
    const routes = deployedText('nats/nats-server.conf')
    for (const name of nodes) {
      assert.ok(upstream.includes(`server ${name}:8080;`))
      const environment = Object.entries(services[name]?.environment ?? {}).map(
        ([variable, value]) => [variable, String(value).replace(/\$\{\w+:\?\}/, '0'.repeat(64))] as const,
      )
      const settings = readConfig({}, Object.fromEntries(environment))
      for (const relay of relays) assert.ok(settings.relay.includes(`${relay}:4222`))
    }
    for (const relay of relays) assert.ok(routes.includes(`nats://${relay}:6222`))
  })
})

describe('systemd', needs('systemd-analyze'), () => {
  slowTest('the systemd units are valid and confined', async (t) => {
    const folder = await temporaryDirectory(t)
    cpSync(deployed('systemd'), folder, { recursive: true })
    for (const name of ['aviary.service', 'aviary-backup.service']) {
      const file = join(folder, name)
      // The path of the program is replaced, because the program is not installed on this machine.
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll('/opt/aviary/bin/aviary', '/bin/true'))
    }
    const units = ['aviary.service', 'aviary-backup.service', 'aviary-backup.timer']
    const verified = run('systemd-analyze', ['verify', ...units.map((name) => join(folder, name))])
    assert.deepEqual([verified.code, verified.text], [0, ''])
    const words = ['security', '--offline=yes', '--threshold=20', join(folder, 'aviary.service')]
    const exposure = run('systemd-analyze', words)
    assert.equal(exposure.code, 0, exposure.text.split('\n').slice(-4).join('\n'))
  })
})

describe('Prometheus and Grafana', () => {
  /** Names of metrics in expressions. The metrics come from Aviary, from Node, and from the process. */
  const metricsIn = (text: string) =>
    [...text.matchAll(/\b(?:aviary|nodejs|process)_[a-z0-9_]+/g)].map(([name]) =>
      name.replace(/_(bucket|sum|count)$/, ''),
    )

  slowTest('every named metric exists', async (t) => {
    const { certFile, keyFile } = await testCertificate(t)
    const { server } = await startTestServer(t, { settings: { tls_cert: certFile, tls_key: keyFile } })
    const exported = await (await fetch(`${server.opsUrl}/metrics`)).text()
    const known = new Set([...exported.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    const dashboard = JSON.parse(deployedText('grafana/aviary.json')) as {
      readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[]
    }
    const inPanels = dashboard.panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr)))
    const alerts = parse(deployedText('prometheus/alerts.yaml')) as {
      readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[]
    }
    const inAlerts = alerts.groups.flatMap(({ rules }) => rules.flatMap(({ expr }) => metricsIn(expr)))
    assert.ok(inPanels.length > 25 && inAlerts.length > 8)
    for (const name of new Set([...inPanels, ...inAlerts])) assert.ok(known.has(name), name)
  })

  slowTest('the alerts fire in their cases, and only then', needs('promtool'), () => {
    for (const words of [
      ['check', 'config', deployed('prometheus/prometheus.yaml')],
      ['check', 'rules', deployed('prometheus/alerts.yaml')],
      ['test', 'rules', deployed('prometheus/alerts.test.yaml')],
    ]) {
      const { code, text } = run('promtool', words)
      assert.equal(code, 0, text)
    }
  })

  test('every alert has a severity, a summary, an action, and a case in the unit tests', () => {
    const { groups } = parse(deployedText('prometheus/alerts.yaml')) as {
      readonly groups: readonly {
        readonly rules: readonly {
          readonly alert: string
          readonly labels: Readonly<Record<string, string>>
          readonly annotations: Readonly<Record<string, string>>
        }[]
      }[]
    }
    const tests = deployedText('prometheus/alerts.test.yaml')
    for (const { alert, labels, annotations } of groups.flatMap(({ rules }) => rules)) {
      assert.ok(['page', 'ticket'].includes(labels['severity'] ?? ''), alert)
      assert.ok(annotations['summary'] && annotations['action'], alert)
      assert.ok(tests.includes(`alertname: ${alert}}`), alert)
    }
  })
})

/** Tests the checks before a release, and the files of a release. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { publishedManifest } from '../../scripts/pack.ts'
import { type LockFile, licencesOf, refusedLicences, releaseLocks } from '../../scripts/release/licences.ts'
import { releaseNotes } from '../../scripts/release/notes.ts'
import { release } from '../../scripts/release/release.ts'
import { repositoryOf } from '../../scripts/release/repository.ts'
import { ROOT } from '../../scripts/root.ts'
import { temporaryDirectory } from '../support/engines.ts'
import { slowTest } from '../support/part.ts'

test('every package that the published package installs or contains has an allowed licence', () => {
  const locks = releaseLocks()
  const names = new Set(licencesOf(locks).map(({ name }) => name))
  assert.ok(names.size > 100)
  for (const name of ['fastify', 'sharp', 'react', '@mantine/core']) assert.ok(names.has(name), name)
  for (const name of ['typescript', 'vite']) assert.ok(!names.has(name), name)
  assert.deepEqual(refusedLicences(locks), [])
})

test('the changelog has the version of the package, with a date', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const notes = releaseNotes(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'), version)
  assert.match(notes, /^### Added$/m)
})

slowTest(
  'a release has the package, its checksums, notes, licences and the bill of materials; a tree with changes is refused',
  async (t) => {
    const folder = join(await temporaryDirectory(t), 'release')
    const origin = repositoryOf('https://git.example.org/owner/name.git')
    const changed = () => {
      throw new Error('commit or remove these changes first')
    }
    assert.throws(() => release(folder, { origin, requireClean: changed }), /commit or remove/)
    assert.ok(!existsSync(folder))
    const names = release(folder, { origin, requireClean: () => undefined })
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const file = `aviary-server-${version}.tgz`
    const others = ['LICENCES.txt', 'sbom.cdx.json', 'NOTES.md']
    assert.deepEqual(names, [file, ...others, 'SHA256SUMS'])
    assert.deepEqual(readdirSync(folder).toSorted(), names.toSorted())
    const read = (name: string) => readFileSync(join(folder, name), 'utf8')
    const checked = spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], {
      cwd: folder,
      encoding: 'utf8',
    })
    assert.equal(checked.status, 0, checked.stderr)
    assert.equal(checked.stdout, [file, ...others].map((name) => `${name}: OK\n`).join(''))
    assert.match(read('NOTES.md'), /^### Added$/m)
    const licences = read('LICENCES.txt')
    for (const line of [/^fastify \S+: MIT$/m, /^react \S+: MIT$/m, /^twitter-text \S+: Apache-2\.0$/m])
      assert.match(licences, line)
    const bill = JSON.parse(read('sbom.cdx.json'))
    assert.equal(bill.components.length, licences.trimEnd().split('\n').length)
    const texts = spawnSync('tar', ['xzOf', join(folder, file), 'package/dist/THIRD-PARTY-LICENCES.txt'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    }).stdout
    for (const name of ['fastify', 'twitter-text', 'react', '@mantine/core'])
      assert.match(texts, new RegExp(`^${name} \\d`, 'm'))
  },
)

test('a licence that is not allowed is refused; one allowed alternative is enough, and of combined licences all must be allowed', () => {
  const lock: LockFile = {
    packages: {
      '': { license: 'GPL-3.0' },
      'node_modules/a': { license: '(MIT OR GPL-3.0-only)', version: '1.0.0' },
      'node_modules/b': { license: 'MIT AND GPL-3.0-only', version: '1.0.0' },
      'node_modules/a/node_modules/c': { version: '1.0.0' },
      'node_modules/d': { license: 'GPL-3.0-only', dev: true },
    },
  }
  assert.deepEqual(
    refusedLicences([lock]).map(({ name }) => name),
    ['b', 'c'],
  )
})

test('the release notes of a version are the section of this version in the changelog', () => {
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n- B\n\n## [0.1.0] - 2026-11-01\n\n- A\n'
  assert.equal(releaseNotes(changelog, '0.2.0'), '- B')
  assert.equal(releaseNotes(changelog.replace(/## \[0\.2\.0\][^#]*/, ''), '0.1.0'), '- A')
  assert.throws(() => releaseNotes(changelog, '0.1.0'), /no newest section/)
  assert.throws(() => releaseNotes(changelog, '0.3.0'), /no newest section/)
  assert.throws(() => releaseNotes(changelog.replace(' - 2026-12-01', ''), '0.2.0'), /no date/)
  assert.throws(() => releaseNotes(changelog.replace('- B', ''), '0.2.0'), /empty/)
})

test('the package names the https URL of the repository of the checkout, without credentials', () => {
  const url = 'git+https://git.example.org/owner/name.git'
  for (const remote of [
    'https://git.example.org/owner/name.git',
    'https://user:secret@git.example.org:8443/owner/name',
    'git@git.example.org:owner/name.git',
    'git.example.org:owner/name/',
    'ssh://git@git.example.org:22/owner/name.git',
    'git://git.example.org/owner/name.git',
  ]) {
    assert.deepEqual(repositoryOf(remote), { type: 'git', url }, remote)
  }
  for (const remote of [
    '',
    '/srv/name.git',
    '../name',
    'file:///srv/name',
    'http://localhost/a',
    'ssh://10.0.0.1/a',
    'C:\\a',
  ]) {
    assert.equal(repositoryOf(remote), undefined, remote)
  }
  const repository = { type: 'git', url } as const
  assert.deepEqual(publishedManifest(repository).repository, repository)
})

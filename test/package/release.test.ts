/** The checks before a release. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { publishedManifest } from '../../scripts/pack.ts'
import { type LockFile, licencesOf, refusedLicences } from '../../scripts/release/licences.ts'
import { releaseNotes } from '../../scripts/release/notes.ts'
import { repositoryOf } from '../../scripts/release/repository.ts'
import { ROOT } from '../../scripts/root.ts'

test('every package that the published package installs has an allowed licence', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as LockFile
  assert.ok(licencesOf(lock).length > 50)
  assert.deepEqual(refusedLicences(lock), [])
})

test('other licences are refused; of alternatives one is enough, of sums all count', () => {
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
    refusedLicences(lock).map(({ name }) => name),
    ['b', 'c'],
  )
})

test('the notes of a version are its section of the changelog', () => {
  const changelog =
    '# Changelog\n\n## [Unreleased]\n\n## [0.2.0] - 2026-12-01\n\n- B\n\n## [0.1.0] - 2026-11-01\n\n- A\n'
  assert.equal(releaseNotes(changelog, '0.2.0'), '- B')
  assert.equal(releaseNotes(changelog.replace(/## \[0\.2\.0\][^#]*/, ''), '0.1.0'), '- A')
  assert.throws(() => releaseNotes(changelog, '0.1.0'), /no newest section/)
  assert.throws(() => releaseNotes(changelog, '0.3.0'), /no newest section/)
  assert.throws(() => releaseNotes(changelog.replace(' - 2026-12-01', ''), '0.2.0'), /no date/)
  assert.throws(() => releaseNotes(changelog.replace('- B', ''), '0.2.0'), /empty/)
})

test('the package names the repository of its checkout by https, and no credentials', () => {
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

/**
 * Third-party clients at pinned versions. `node acceptance/clients/setup.ts` installs them with their own
 * package managers in a cache outside the checkout. Tests of clients that are not installed are skipped.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const HERE = fileURLToPath(new URL('..', import.meta.url))

/** Folder of all installed clients. The variable AVIARY_CLIENTS changes it. */
export const CLIENTS_FOLDER =
  process.env['AVIARY_CLIENTS'] ??
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'aviary-clients')

/** A command and its arguments. */
export type Step = readonly [string, ...string[]]

export interface Install {
  /** Title of the client, with its version. */
  readonly title: string
  /** The program that installs the client. The client is skipped if this program is missing. */
  readonly needs: string
  /**
   * Files that pin the versions, relative to acceptance/clients. After a change of these files the client is
   * installed again.
   */
  readonly pins: readonly string[]
  /** True if only root can install the client. */
  readonly isSystemWide?: boolean
  /** Commands that install the client into an empty folder. They run in acceptance/clients. */
  readonly steps: (folder: string) => readonly Step[]
}

function venv(title: string, requirements: string): Install {
  const pins = `python/${requirements}`
  return {
    title,
    needs: 'python3',
    pins: [pins],
    steps: (folder) => [
      ['python3', '-m', 'venv', folder],
      [
        join(folder, 'bin', 'python'),
        ...[
          '-m',
          'pip',
          'install',
          '--quiet',
          '--disable-pip-version-check',
          '--no-deps',
          '--require-hashes',
        ],
        ...['-r', pins],
      ],
    ],
  }
}

/** The packages of a lock file. @param sources folder of the lock file, relative to acceptance/clients */
function npmPackages(title: string, sources: string): Install {
  const pins = [`${sources}/package.json`, `${sources}/package-lock.json`]
  return {
    title,
    needs: 'npm',
    pins,
    steps: (folder) => [
      ['cp', ...pins, folder],
      ['npm', 'ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'],
    ],
  }
}

/** Fetches the libraries of a Java program, and compiles it. */
function javaSteps(folder: string, sources: string, program: string): readonly Step[] {
  return [
    [
      ...(['mvn', '--batch-mode', '--quiet', '--file', join(sources, 'pom.xml')] as const),
      ...['dependency:copy-dependencies', `-DoutputDirectory=${join(folder, 'lib')}`],
    ],
    ['javac', '-cp', join(folder, 'lib', '*'), '-d', join(folder, 'classes'), join(sources, program)],
  ]
}

/** All clients and test runners that are not dependencies of the checkout. */
export const INSTALLS = {
  twarc: venv('twarc 2.14.0 with twarc-csv 0.7.2', 'requirements-twarc.txt'),
  tweepy: venv('tweepy 4.17.0', 'requirements-tweepy.txt'),
  'tweepy-4.13': venv('tweepy 4.13.0', 'requirements-tweepy-4.13.txt'),
  pytest: venv('pytest 9.2.0 with tweepy 4.17.0', 'requirements-pytest.txt'),
  'twit-suite': npmPackages('twit 2.2.11 with its tests', 'twit'),
  'test-runners': npmPackages('vitest 5.1.1 and jest 30.5.2 with twitter-api-v2 1.29.1', 'runners'),
  'go-twitter': {
    title: 'dghubble/go-twitter of 2022-11-04',
    needs: 'go',
    pins: ['go/go.mod', 'go/go.sum', 'go/main.go', 'go/more.go'],
    steps: (folder) => [['go', 'build', '-C', 'go', '-o', join(folder, 'client'), '.']],
  },
  'go-twitter-v2': {
    title: 'g8rswimmer/go-twitter 2.1.5',
    needs: 'go',
    pins: ['go-v2/go.mod', 'go-v2/go.sum', 'go-v2/main.go', 'go-v2/more.go'],
    steps: (folder) => [['go', 'build', '-C', 'go-v2', '-o', join(folder, 'client'), '.']],
  },
  twitter4j: {
    title: 'twitter4j 4.0.7',
    needs: 'mvn',
    pins: ['java/pom.xml', 'java/Client.java'],
    steps: (folder) => javaSteps(folder, 'java', 'Client.java'),
  },
  hbc: {
    title: 'hbc 2.2.0',
    needs: 'mvn',
    pins: ['java-hbc/pom.xml', 'java-hbc/Hbc.java'],
    steps: (folder) => javaSteps(folder, 'java-hbc', 'Hbc.java'),
  },
  rtweet: {
    title: 'rtweet 1.1.0 of Debian 12',
    needs: 'apt-get',
    pins: ['r/packages.txt'],
    isSystemWide: true,
    steps: () => [
      ['apt-get', 'update', '--quiet=2'],
      ['sh', '-c', 'xargs apt-get install --yes --quiet=2 --no-install-recommends <r/packages.txt'],
    ],
  },
} as const satisfies Readonly<Record<string, Install>>

export type InstallName = keyof typeof INSTALLS

/** Folder of a client at its current pinned versions. The folder may not exist. */
export function folderOf(name: InstallName): string {
  const { pins }: Install = INSTALLS[name]
  const hash = createHash('sha256')
  for (const pin of pins) hash.update(readFileSync(join(HERE, pin)))
  return join(CLIENTS_FOLDER, `${name}-${hash.digest('hex').slice(0, 16)}`)
}

/** The file that exists only if the client is completely installed. */
export function stampOf(folder: string): string {
  return join(folder, '.set-up')
}

/**
 * Beginning of the reason with which a test is skipped if its client is not installed. The runner of the
 * suite lists these reasons (test/support/suite/run.ts).
 */
export const NOT_SET_UP = 'not set up: '

/** True if the client is completely installed at its current pinned versions. */
function isSetUp(name: InstallName): boolean {
  return existsSync(stampOf(folderOf(name)))
}

/**
 * Options of a test that needs these clients. The test is skipped, with the reason, if a client is not
 * installed.
 */
export function needing(...names: readonly InstallName[]): { readonly skip: string | false } {
  const titles = names.filter((name) => !isSetUp(name)).map((name) => INSTALLS[name].title)
  return { skip: titles.length > 0 && `${NOT_SET_UP}${titles.join(', ')}` }
}

/** A file of acceptance/clients. @param path relative to it */
export function sourceOf(path: string): string {
  return join(HERE, path)
}

/** The driver of a Python client as a program. */
export function pythonDriver(name: InstallName): readonly [string, string] {
  return [join(folderOf(name), 'bin', 'python'), join(HERE, 'python', 'driver.py')]
}

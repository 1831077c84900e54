/**
 * Rules against direct use of the machine: environment variables, time, timers, randomness, and the raw HTTP
 * response.
 */
import type { Node } from 'typescript/unstable/ast'
import {
  isBindingElement,
  isCallExpression,
  isElementAccessExpression,
  isIdentifier,
  isImportDeclaration,
  isImportSpecifier,
  isNewExpression,
  isPropertyAccessExpression,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import { applyExceptions, type Exception, type Finding, findingAt } from './finding.ts'
import { nodesIn, type Source, stringOf } from './source.ts'

interface MachineRule {
  /** The only file that may use the service. */
  readonly home: string
  readonly instead: string
  /** Pattern of the text of every file that uses the service. Other files are not walked. */
  readonly words: RegExp
  readonly exceptions: readonly Exception[]
  asks(node: Node): boolean
}

/** Functions of node:crypto and of the web's crypto that return random values. */
const RANDOM = /^(random(Bytes|Int|UUID|Fill|FillSync)|getRandomValues|generateKey(Sync|Pair|PairSync)?)$/
const TIMERS = new Set(['setTimeout', 'setInterval'])
const TIMER_MODULES = new Set(['node:timers', 'node:timers/promises', 'timers', 'timers/promises'])
const TIME = new Set([
  'Date.now',
  'performance.now',
  'performance.timeOrigin',
  'process.hrtime',
  'process.uptime',
  'Math.random',
  'AbortSignal.timeout',
  'globalThis.setTimeout',
  'globalThis.setInterval',
])

export const MACHINE_RULES: readonly MachineRule[] = [
  {
    home: 'src/config.ts',
    instead: 'declare a setting in src/config.ts and take its value as a parameter',
    words: /\benv\b/,
    exceptions: [],
    asks: (node) => isMember(node, 'process', 'env') || isTakenFrom(node, 'process', 'env'),
  },
  {
    home: 'src/lib/time/clock.ts',
    instead: 'take a Clock or a Random (src/lib/time/clock.ts) as a parameter',
    words: /\bDate\b|performance|process|random|generateKey|timeout|interval|timers/i,
    exceptions: [
      {
        path: 'src/cli/signals.ts',
        reason: 'its timer measures nothing: it keeps the process alive until a signal',
      },
      {
        path: 'src/http/tls/issue-certificate.ts',
        reason: 'key pairs of the web’s crypto are generated without a source of randomness as a parameter',
      },
    ],
    asks: asksForTimeOrRandomness,
  },
  {
    home: 'src/http/stream-response.ts',
    instead: 'write through src/http/stream-response.ts, which knows framing, keep-alive and slow clients',
    words: /\breply\b/,
    exceptions: [
      { path: 'src/http/send.ts', reason: 'it is what puts whole answers on the wire, header by header' },
    ],
    asks: (node) => isMember(node, 'reply', 'raw') || isMember(node, 'reply', 'hijack'),
  },
]

/** Rule: only the allowed file uses a machine service. */
export function checkMachine(sources: readonly Source[], rules = MACHINE_RULES): Finding[] {
  return rules.flatMap(({ home, instead, words, exceptions, asks }) =>
    applyExceptions(
      sources
        .filter((source) => source.path !== home && words.test(source.text))
        .flatMap((source) =>
          nodesIn(source.tree)
            .filter(asks)
            .map((node) => findingAt(source, node, `${node.getText(source.tree)}: ${instead}`)),
        ),
      exceptions,
    ),
  )
}

function asksForTimeOrRandomness(node: Node): boolean {
  if (isPropertyAccessExpression(node)) {
    const object = isIdentifier(node.expression) ? node.expression.text : ''
    return TIME.has(`${object}.${node.name.text}`) || RANDOM.test(node.name.text)
  }
  if (isImportSpecifier(node)) return RANDOM.test((node.propertyName ?? node.name).text)
  if (isImportDeclaration(node)) return TIMER_MODULES.has(stringOf(node.moduleSpecifier) ?? '')
  if (isNewExpression(node)) return isNamed(node.expression, 'Date') && (node.arguments?.length ?? 0) === 0
  if (!isCallExpression(node) || !isIdentifier(node.expression)) return false
  return node.expression.text === 'Date' || TIMERS.has(node.expression.text)
}

/** Matches `object.name` and `object['name']`. */
function isMember(node: Node, object: string, name: string): boolean {
  if (isPropertyAccessExpression(node)) return isNamed(node.expression, object) && node.name.text === name
  if (!isElementAccessExpression(node)) return false
  return isNamed(node.expression, object) && stringOf(node.argumentExpression) === name
}

/** Matches `const { name } = object` and `import { name } from 'node:object'`. */
function isTakenFrom(node: Node, object: string, name: string): boolean {
  if (isImportSpecifier(node)) {
    const declaration = node.parent.parent.parent
    if (!isImportDeclaration(declaration) || !isNamed(node.propertyName ?? node.name, name)) return false
    return stringOf(declaration.moduleSpecifier)?.replace('node:', '') === object
  }
  if (!isBindingElement(node) || !isNamed(node.propertyName ?? node.name, name)) return false
  const declaration = node.parent.parent
  return isVariableDeclaration(declaration) && isNamed(declaration.initializer, object)
}

function isNamed(node: Node | undefined, name: string): boolean {
  return node !== undefined && isIdentifier(node) && node.text === name
}

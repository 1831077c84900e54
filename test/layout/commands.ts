/**
 * Rules for write commands. Inside transactions, write commands await only the transaction. They append
 * events to the log.
 */
import type {
  ArrowFunction,
  CallExpression,
  FunctionDeclaration,
  FunctionExpression,
  MethodDeclaration,
  Node,
} from 'typescript/unstable/ast'
import {
  isArrayLiteralExpression,
  isArrowFunction,
  isAwaitExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isForOfStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isMethodDeclaration,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isSourceFile,
  isVariableDeclaration,
} from 'typescript/unstable/ast/is'
import { type Finding, findingAt } from './finding.ts'
import { importsOf } from './imports.ts'
import { nodesIn, type Source } from './source.ts'

type Routine = ArrowFunction | FunctionExpression | FunctionDeclaration | MethodDeclaration

/**
 * Files of the store itself. The rules do not apply to them, because they are rules for code that uses the
 * store.
 */
const STORE = /^src\/db\/(sqlite|postgres|commit|bulk)\b/

/** Rule: a write command appends an event, directly or indirectly, or has a line `// No event: why`. */
export function checkCommandsAppend(sources: readonly Source[]): Finding[] {
  const tree = new Map(sources.map((source) => [source.path, source]))
  return users(sources).flatMap((source) =>
    writeCommandsIn(source, tree)
      .filter((verb) => !/\/\/ No event: \S/.test(statementAround(source, verb.call)))
      .filter((verb) => !appends(verb.source, verb.routine, tree, new Set()))
      .map(({ call }) =>
        findingAt(
          source,
          call,
          'writes without an event; append an event in the transaction, or add a line "// No event: why"',
        ),
      ),
  )
}

/**
 * Rule: code in a transaction awaits only the transaction. Other work (a hash, the network, a timer) would
 * block the only writing connection of the process, so it must be done before the transaction.
 */
export function checkCommandsAwait(sources: readonly Source[]): Finding[] {
  return insideTransactions(sources).flatMap(({ source, routine, name }) =>
    nodesIn(routine)
      .flatMap((node) => {
        if (isAwaitExpression(node)) return [node.expression]
        return isForOfStatement(node) && node.awaitModifier !== undefined ? [node.expression] : []
      })
      .filter((awaited) => !isOfTransaction(awaited, name, routine))
      .map((awaited) => {
        const [start = ''] = awaited.getText(source.tree).split('\n', 1)
        return findingAt(
          source,
          awaited,
          `${start} is awaited inside a transaction and is not given ${name}; await it before the transaction begins`,
        )
      }),
  )
}

/** Matches the text of every file that contains a write command or a routine with a transaction. */
const COMMAND_WORDS = /\bTx\b|\.write(Alone|Aside|Batched)?\b/

function users(sources: readonly Source[]): Source[] {
  return sources.filter(({ path, text }) => !STORE.test(path) && COMMAND_WORDS.test(text))
}

interface WriteCommandCall {
  readonly call: CallExpression
  /** The file that contains the routine. */
  readonly source: Source
  readonly routine: Routine
}

/**
 * Calls of `store.write((tx) => …)`, `writeAlone`, `writeAside` and `writeBatched`. The argument may also be
 * a named function.
 */
function writeCommandsIn(source: Source, tree: ReadonlyMap<string, Source>): WriteCommandCall[] {
  return nodesIn(source.tree).flatMap((node) => {
    if (!isCallExpression(node) || !isPropertyAccessExpression(node.expression)) return []
    const [given] = node.arguments
    if (!/^write(Alone|Aside|Batched)?$/.test(node.expression.name.text) || given === undefined) return []
    if (isArrowFunction(given) || isFunctionExpression(given)) {
      return [{ call: node, source, routine: given }]
    }
    const declared = isIdentifier(given) ? declarationOf(source, given.text, tree) : undefined
    const routine = declared === undefined ? undefined : nodesIn(declared.node).find(isRoutine)
    return declared === undefined || routine === undefined
      ? []
      : [{ call: node, source: declared.source, routine }]
  })
}

/** A routine that runs inside a transaction, and the name that the routine gives to the transaction. */
interface Inside {
  readonly source: Source
  readonly routine: Routine
  readonly name: string
}

/**
 * Write commands, routines with a parameter of type `Tx`, and functions that get the transaction from them.
 */
function insideTransactions(sources: readonly Source[]): Inside[] {
  const tree = new Map(sources.map((source) => [source.path, source]))
  const reached = new Map<Routine, Inside>()
  const visit = (inside: Inside) => {
    if (reached.has(inside.routine) || STORE.test(inside.source.path)) return
    reached.set(inside.routine, inside)
    for (const next of handedOn(inside, tree)) visit(next)
  }
  for (const source of users(sources)) {
    for (const { source: place, routine } of writeCommandsIn(source, tree)) {
      const name = routine.parameters[0]?.name.getText(place.tree)
      if (name !== undefined) visit({ source: place, routine, name })
    }
    for (const routine of nodesIn(source.tree).filter(isRoutine)) {
      const typed = routine.parameters.find(({ type }) => type?.getText(source.tree) === 'Tx')
      if (typed !== undefined) visit({ source, routine, name: typed.name.getText(source.tree) })
    }
  }
  return [...reached.values()]
}

/** Named functions that get the transaction from a routine. */
function handedOn({ source, routine, name }: Inside, tree: ReadonlyMap<string, Source>): Inside[] {
  return nodesIn(routine).flatMap((node) => {
    if (!isCallExpression(node) || !isIdentifier(node.expression)) return []
    const place = node.arguments.findIndex((argument) => isIdentifier(argument) && argument.text === name)
    const called = place < 0 ? undefined : declarationOf(source, node.expression.text, tree)
    if (called === undefined) return []
    const given = nodesIn(called.node).find(isRoutine)
    const parameter = given?.parameters[place]
    if (given === undefined || parameter === undefined) return []
    return [{ source: called.source, routine: given, name: parameter.name.getText(called.source.tree) }]
  })
}

function isRoutine(node: Node): node is Routine {
  return [isArrowFunction, isFunctionExpression, isFunctionDeclaration, isMethodDeclaration].some((is) =>
    is(node),
  )
}

/**
 * True if the awaited expression is work of the transaction: one or more calls of its methods, or calls with
 * it as an argument.
 */
function isOfTransaction(awaited: Node, name: string, routine: Routine): boolean {
  const each = (node: Node) => isOfTransaction(node, name, routine)
  if (isParenthesizedExpression(awaited)) return each(awaited.expression)
  if (isConditionalExpression(awaited)) return each(awaited.whenTrue) && each(awaited.whenFalse)
  if (isArrayLiteralExpression(awaited)) return awaited.elements.every(each)
  if (isIdentifier(awaited)) {
    const declaration = nodesIn(routine).find(
      (node) => isVariableDeclaration(node) && nameOf(node) === awaited.text,
    )
    return declaration !== undefined &&
      isVariableDeclaration(declaration) &&
      declaration.initializer !== undefined
      ? each(declaration.initializer)
      : false
  }
  if (!isCallExpression(awaited)) return false
  const isGiven = (node: Node) => isIdentifier(node) && node.text === name
  if (awaited.arguments.some(isGiven)) return true
  if (!isPropertyAccessExpression(awaited.expression)) return false
  const { expression: object, name: method } = awaited.expression
  if (isGiven(object)) return true
  const [first] = awaited.arguments
  if (object.getText() === 'Promise') return method.text === 'all' && first !== undefined && each(first)
  if (/^(then|catch|finally)$/.test(method.text)) return each(object)
  // `rows.map((row) => store(tx, row))`, inside Promise.all.
  return method.text === 'map' && first !== undefined && isArrowFunction(first) && each(first.body)
}

/** Text of the statement that contains a node, with the comments before it. */
function statementAround(source: Source, node: Node): string {
  let statement = node
  while (!isBlock(statement.parent) && !isSourceFile(statement.parent)) statement = statement.parent
  return source.text.slice(statement.getFullStart(), statement.getEnd())
}

/** True if a routine calls `append`, or passes its transaction to a function that calls `append`. */
function appends(source: Source, routine: Node, tree: ReadonlyMap<string, Source>, seen: Set<Node>): boolean {
  if (seen.has(routine)) return false
  seen.add(routine)
  return nodesIn(routine).some((node) => {
    if (!isCallExpression(node) || !isIdentifier(node.expression)) return false
    if (node.expression.text === 'append') return true
    if (!node.arguments.some((argument) => isIdentifier(argument) && argument.text === 'tx')) return false
    const called = declarationOf(source, node.expression.text, tree)
    return called !== undefined && appends(called.source, called.node, tree, seen)
  })
}

interface Declared {
  readonly source: Source
  readonly node: Node
}

/** The function with that name, in this file or in the imported file. */
function declarationOf(
  source: Source,
  name: string,
  tree: ReadonlyMap<string, Source>,
): Declared | undefined {
  const node = declaredIn(source, name)
  if (node !== undefined) return { source, node }
  const from = importsOf(source).find((entry) =>
    new RegExp(`\\b${name}\\b`).test(entry.node.getText(source.tree)),
  )
  const other = tree.get(from?.target ?? '')
  const there = other === undefined ? undefined : declaredIn(other, name)
  return other === undefined || there === undefined ? undefined : { source: other, node: there }
}

function declaredIn(source: Source, name: string): Node | undefined {
  return nodesIn(source.tree).find(
    (node) => (isFunctionDeclaration(node) || isVariableDeclaration(node)) && nameOf(node) === name,
  )
}

function nameOf({ name }: { readonly name?: Node | undefined }): string | undefined {
  return name !== undefined && isIdentifier(name) ? name.text : undefined
}

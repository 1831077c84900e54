/**
 * A store that records its statements and write commands as spans (docs/decisions/0130-traces.md). Only work inside a
 * recorded span is traced, because otherwise each poll of a background task, such as a reader of the log, would record
 * a span.
 */
import type { SpanLink, Tracing } from '../lib/tracing/tracing.ts'
import type { BulkQuery, BulkRow } from './bulk-query.ts'
import type { CompiledSql, Engine, Query } from './query.ts'
import type {
  AppendListener,
  BatchCommand,
  EventDraft,
  Reader,
  Store,
  StoreLogger,
  Tx,
  WriteCommand,
} from './store.ts'

/** Maximum length of a statement text in a span; texts of statements with many rows are longer. */
const MAX_TEXT_LENGTH = 2_000

const SYSTEMS: Readonly<Record<Engine, string>> = { sqlite: 'sqlite', postgres: 'postgresql' }

interface Compiled {
  compiledFor(engine: Engine): CompiledSql
}

/**
 * Records statements by the OpenTelemetry conventions for databases. The recorded texts have placeholders instead of
 * values.
 */
class Statements {
  readonly #tracing: Tracing
  readonly #engine: Engine
  readonly #names = new WeakMap<
    object,
    { readonly name: string; readonly attributes: Record<string, string> }
  >()

  constructor(tracing: Tracing, engine: Engine) {
    this.#tracing = tracing
    this.#engine = engine
  }

  traced<T>(query: Compiled, work: () => Promise<T>): Promise<T> {
    if (this.#tracing.current() === undefined) return work()
    const { name, attributes } = this.#described(query)
    return this.#tracing.run(name, { kind: 'client', parent: 'current', attributes }, async (span) => {
      const result = await work()
      if (Array.isArray(result)) span.set({ 'db.response.returned_rows': result.length })
      return result
    })
  }

  #described(query: Compiled) {
    const known = this.#names.get(query)
    if (known !== undefined) return known
    const { text } = query.compiledFor(this.#engine)
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
    const table = /\b(?:from|into|update)\s+"?(\w+)/i.exec(text)?.[1]
    const described = {
      name: table === undefined ? operation : `${operation} ${table}`,
      attributes: {
        'db.system.name': SYSTEMS[this.#engine],
        'db.operation.name': operation,
        ...(table === undefined ? {} : { 'db.collection.name': table }),
        'db.query.text': text.slice(0, MAX_TEXT_LENGTH),
      },
    }
    this.#names.set(query, described)
    return described
  }
}

class TracedTx implements Tx {
  readonly #tx: Tx
  readonly #statements: Statements

  constructor(tx: Tx, statements: Statements) {
    this.#tx = tx
    this.#statements = statements
  }

  get drafts(): EventDraft[] {
    return this.#tx.drafts
  }

  rows<Parameters extends object, Row>(query: Query<Parameters, Row>, parameters: Parameters) {
    return this.#statements.traced(query, () => this.#tx.rows(query, parameters))
  }

  first<Parameters extends object, Row>(query: Query<Parameters, Row>, parameters: Parameters) {
    return this.#statements.traced(query, () => this.#tx.first(query, parameters))
  }

  run<Parameters extends object>(query: Query<Parameters, unknown>, parameters: Parameters) {
    return this.#statements.traced(query, () => this.#tx.run(query, parameters))
  }

  each(bulk: BulkQuery, rows: readonly BulkRow[]): Promise<readonly BulkRow[]> {
    const writing = this.#statements.traced(bulk.query, () => this.#tx.each(bulk, rows))
    // A command need not await its bulk writes, because the transaction records their errors.
    writing.catch(() => undefined)
    return writing
  }
}

type AnyBatch = BatchCommand<unknown, unknown>

export class TracedStore implements Store {
  readonly engine: Engine
  readonly logger: StoreLogger
  readonly #store: Store
  readonly #tracing: Tracing
  readonly #statements: Statements
  /**
   * Wrapped batch commands, by the original command. The store batches only inputs of the same function, so each
   * command is wrapped once.
   */
  readonly #batches = new WeakMap<AnyBatch, AnyBatch>()
  /** The span that waits for the result, by the input of a batch command. */
  readonly #waiting = new WeakMap<object, SpanLink>()

  constructor(store: Store, tracing: Tracing) {
    this.engine = store.engine
    this.logger = store.logger
    this.#store = store
    this.#tracing = tracing
    this.#statements = new Statements(tracing, store.engine)
  }

  get version(): number | undefined {
    return this.#store.version
  }

  rows: Reader['rows'] = (query, parameters) =>
    this.#statements.traced(query, () => this.#store.rows(query, parameters))

  first: Reader['first'] = (query, parameters) =>
    this.#statements.traced(query, () => this.#store.first(query, parameters))

  write<T>(command: WriteCommand<T>): Promise<T> {
    return this.#written(command, (traced) => this.#store.write(traced))
  }

  writeAside<T>(command: WriteCommand<T>): Promise<T> {
    return this.#written(command, (traced) => this.#store.writeAside(traced))
  }

  writeAlone<T>(command: WriteCommand<T>): Promise<T> {
    return this.#written(command, (traced) => this.#store.writeAlone(traced))
  }

  writeBatched<Input, T>(command: BatchCommand<Input, T>, input: Input): Promise<T> {
    const wrapped = this.#batchOf(command as AnyBatch) as BatchCommand<Input, T>
    if (this.#tracing.current() === undefined) return this.#store.writeBatched(wrapped, input)
    return this.#transaction(() => {
      const waiting = this.#tracing.current()
      if (waiting !== undefined && typeof input === 'object' && input !== null) {
        this.#waiting.set(input, waiting)
      }
      return this.#store.writeBatched(wrapped, input)
    })
  }

  stream: Store['stream'] = (query, parameters) => this.#store.stream(query, parameters)

  analyze(): Promise<void> {
    return this.#store.analyze()
  }

  onAppend(listener: AppendListener): () => void {
    return this.#store.onAppend(listener)
  }

  close(): Promise<void> {
    return this.#store.close()
  }

  /**
   * The span of a command is a child of the span of its caller, even if another command began the shared transaction.
   */
  #written<T>(command: WriteCommand<T>, write: (command: WriteCommand<T>) => Promise<T>): Promise<T> {
    if (this.#tracing.current() === undefined) return write(command)
    return this.#transaction(() =>
      write(this.#tracing.bind((tx: Tx) => command(new TracedTx(tx, this.#statements)))),
    )
  }

  /** Records a span from the submission of a command to the durable commit. */
  #transaction<T>(work: () => Promise<T>): Promise<T> {
    const attributes = { 'db.system.name': SYSTEMS[this.engine] }
    return this.#tracing.run('transaction', { kind: 'internal', parent: 'current', attributes }, work)
  }

  /** A run of a batch command is a separate trace, with a link to each span that waits for it. */
  #batchOf(command: AnyBatch): AnyBatch {
    const known = this.#batches.get(command)
    if (known !== undefined) return known
    const wrapped: AnyBatch = (tx, inputs) => {
      const links = inputs.flatMap((input) => this.#waiting.get(input as object) ?? [])
      if (links.length === 0) return command(tx, inputs)
      const attributes = { 'db.system.name': SYSTEMS[this.engine], 'db.operation.batch.size': inputs.length }
      return this.#tracing.run('batch', { kind: 'internal', parent: 'none', links, attributes }, () =>
        command(new TracedTx(tx, this.#statements), inputs),
      )
    }
    this.#batches.set(command, wrapped)
    return wrapped
  }
}

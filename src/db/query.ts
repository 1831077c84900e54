/**
 * Queries are written once with Kysely, compiled once per engine, and run many times with new parameters. Kysely only
 * builds SQL here. The engines run the compiled text.
 */
import {
  type Compilable,
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { Schema } from './schema.ts'

export type Engine = 'sqlite' | 'postgres'

/** Type of a parameter. Booleans are stored as 0 and 1, lists and facts as JSON text. */
export type SqlValue = bigint | number | string | null

export type Builder = Kysely<Schema>

/** A query of the Kysely builder, or a text made with `sql`. */
export type Buildable<Row> = Compilable<Row> | RawBuilder<Row>

export interface CompiledSql {
  readonly text: string
  /** The placeholders in order. Each is the name of a parameter, or a constant of the query. */
  readonly slots: readonly Slot[]
  /** True for a query with a fixed text, which stays prepared. */
  readonly keep: boolean
}

type Slot = { readonly parameter: string } | { readonly constant: SqlValue }

/** A query with the types of its parameters and rows. */
export class Query<Parameters, Row> {
  readonly #build: (builder: Builder, engine: Engine) => Buildable<Row>
  readonly #keep: boolean
  readonly #compiled: { [E in Engine]?: CompiledSql } = {}
  /** Used only by the compiler, to make the parameters part of the type. */
  declare readonly parameters: Parameters

  constructor(build: (builder: Builder, engine: Engine) => Buildable<Row>, keep: boolean) {
    this.#build = build
    this.#keep = keep
  }

  compiledFor(engine: Engine): CompiledSql {
    const known = this.#compiled[engine]
    if (known !== undefined) return known
    const { sql: text, parameters } = this.#build(BUILDERS[engine], engine).compile(BUILDERS[engine])
    const slots = parameters.map((value): Slot => {
      if (value instanceof Placeholder) return { parameter: value.name }
      return { constant: value as SqlValue }
    })
    const compiled = { text, slots, keep: this.#keep }
    this.#compiled[engine] = compiled
    return compiled
  }
}

/** Expression of a named parameter, usable anywhere in the query. */
export type ParameterOf<Parameters> = <Name extends keyof Parameters & string>(
  name: Name,
) => RawBuilder<Parameters[Name]> & Expression<Parameters[Name]>

/**
 * Declares a query. It is compiled at its first use on each engine and stays prepared.
 *
 * @param build a function with three parameters: the builder, a function that returns the expression of a
 * named parameter, and the engine
 */
export function query<Parameters extends object = Record<never, never>>(): <Row>(
  build: (builder: Builder, p: ParameterOf<Parameters>, engine: Engine) => Buildable<Row>,
) => Query<Parameters, Row> {
  return (build) => new Query((builder, engine) => build(builder, parameterOf, engine), true)
}

/**
 * A query for one use, with values in its text, for texts that vary (such as inserts of several rows). The statement
 * does not stay prepared.
 */
export function once<Row>(
  build: (builder: Builder, engine: Engine) => Buildable<Row>,
): Query<Record<never, never>, Row> {
  return new Query(build, false)
}

/** Values for the placeholders of `compiled`, in order. @throws {TypeError} when a parameter is missing */
export function bind(compiled: CompiledSql, parameters: object): SqlValue[] {
  const given = parameters as Readonly<Record<string, SqlValue | undefined>>
  const values: SqlValue[] = []
  for (const slot of compiled.slots) {
    const value = 'constant' in slot ? slot.constant : given[slot.parameter]
    if (value === undefined) {
      const name = 'parameter' in slot ? slot.parameter : 'a constant'
      throw new TypeError(`no value for the parameter ${name} of ${compiled.text}`)
    }
    values.push(value)
  }
  return values
}

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

function parameterOf<Value>(name: string): RawBuilder<Value> & Expression<Value> {
  // Kysely passes parameters through unchanged, so a placeholder object can represent the value.
  return sql.val(new Placeholder(name)) as unknown as RawBuilder<Value>
}

const BUILDERS: Record<Engine, Builder> = {
  sqlite: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  postgres: new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
}

import type { Sql, SqlValue } from '@app/sql'
import { type TransactionDriver, transactional } from '@app/transactions'
import { sql as drizzleSql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import knex, { type Knex } from 'knex'
import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely'
import type { Pool } from 'pg'

/** The tables, as Kysely knows them. */
export interface Shop {
  readonly accounts: { readonly name: string; readonly amount: number }
}

export function withKysely(pool: Pool): TransactionDriver<Transaction<Shop>> {
  const db = new Kysely<Shop>({ dialect: new PostgresDialect({ pool }) })
  return transactional<Transaction<Shop>>((work) => db.transaction().execute(work), { sql: kyselySql })
}

function kyselySql(transaction: Transaction<Shop>): Sql {
  const query = <Row>(text: string, values: readonly SqlValue[]) =>
    transaction.executeQuery(CompiledQuery.raw(text, [...values]) as CompiledQuery<Row>)
  return {
    dialect: 'postgres',
    rows: async <Row>(text: string, ...values: readonly SqlValue[]) => (await query<Row>(text, values)).rows,
    run: async (text, ...values) => Number((await query(text, values)).numAffectedRows ?? 0),
  }
}

const openDrizzle = (client: Pool) => drizzle({ client })

export type DrizzleTransaction = Parameters<Parameters<ReturnType<typeof openDrizzle>['transaction']>[0]>[0]

export function withDrizzle(pool: Pool): TransactionDriver<DrizzleTransaction> {
  const db = openDrizzle(pool)
  return transactional<DrizzleTransaction>((work) => db.transaction(work), { sql: drizzleStatements })
}

function drizzleStatements(transaction: DrizzleTransaction): Sql {
  // Every second part is the number of a value.
  const query = (text: string, values: readonly SqlValue[]) =>
    transaction.execute(
      drizzleSql.join(
        text
          .split(/\$(\d+)/)
          .map((part, index) => (index % 2 === 0 ? drizzleSql.raw(part) : drizzleSql`${values[Number(part) - 1]}`)),
      ),
    )
  return {
    dialect: 'postgres',
    rows: async <Row>(text: string, ...values: readonly SqlValue[]) => (await query(text, values)).rows as Row[],
    run: async (text, ...values) => (await query(text, values)).rowCount ?? 0,
  }
}

export function openKnex(connectionString: string): Knex {
  return knex({ client: 'pg', connection: connectionString, pool: { min: 0, max: 10 } })
}

export function withKnex(db: Knex): TransactionDriver<Knex.Transaction> {
  return transactional<Knex.Transaction>((work) => db.transaction(work), { sql: knexSql })
}

function knexSql(transaction: Knex.Transaction): Sql {
  // Knex has `?` for the values, in their order.
  const query = (text: string, values: readonly SqlValue[]) => {
    const ordered = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => values[Number(number) - 1] ?? null)
    return transaction.raw(text.replaceAll('?', '\\?').replace(/\$\d+/g, '?'), ordered as Knex.RawBinding[])
  }
  return {
    dialect: 'postgres',
    rows: async (text, ...values) => (await query(text, values)).rows,
    run: async (text, ...values) => (await query(text, values)).rowCount ?? 0,
  }
}

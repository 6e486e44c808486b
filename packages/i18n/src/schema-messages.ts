import type { AnySchema, FieldsIssue, FieldsOutcome } from '@app/body-parser'
import { fallbacksOf } from './locales.ts'
import type { MessageValue, MessageValues } from './translations.ts'

/** Writes the messages of one schema library in the language of a request. */
export interface SchemaMessages {
  /** The name by which the library's schemas know it: `schema['~standard'].vendor`. */
  readonly vendor: string
  /** Validates as the schema does, with messages in the language. Nothing global may change. */
  readonly validate: (schema: AnySchema, value: unknown, messages: IssueMessages) => Outcome
}

/** The messages of issues in the language of a request. */
export interface IssueMessages {
  /** The code of the locale. */
  readonly locale: string
  /**
   * Returns the message `validation.<vendor>.<code>` of the catalogues, with the values of the issue; `undefined` if there
   * is none.
   */
  readonly find: (vendor: string, code: string, issue: object) => string | undefined
}

type Outcome = FieldsOutcome | Promise<FieldsOutcome>

/**
 * Messages of zod: those of the catalogues under `validation.zod`, by the code of the issue, else those of zod itself
 * for the locale. A message that a schema has of its own stays.
 *
 * `locales` are the messages of zod by locale. `i18n()` uses `zodMessages()` without them if it is given none.
 *
 * @example
 * import { de, fr } from 'zod/locales'
 * i18n({ locales: ['en', 'de', 'fr'], validation: [zodMessages({ de: de(), fr: fr() })] })
 */
export function zodMessages(locales: Readonly<Record<string, ZodLocale>> = {}): SchemaMessages {
  return {
    vendor: 'zod',
    validate(schema, value, { locale, find }) {
      const { safeParse, safeParseAsync } = schema as unknown as ZodSchema
      if (typeof safeParse !== 'function') return schema['~standard'].validate(value)
      const map = fallbacksOf(locale).flatMap((code) => locales[code]?.localeError ?? [])[0]
      const error = (issue: ZodIssue) => find('zod', String(issue.code), issue) ?? map?.(issue as never)
      const outcome = ({ data, error }: ZodResult): FieldsOutcome =>
        error ? { issues: error.issues } : ({ value: data } as FieldsOutcome)
      try {
        return outcome(safeParse(value, { error }))
      } catch {
        // As zod's own Standard Schema does: a schema with asynchronous parts throws at first.
        return safeParseAsync(value, { error }).then(outcome)
      }
    },
  }
}

/** The messages of zod in a language, as the functions of `zod/locales` return them. */
export interface ZodLocale {
  readonly localeError: (issue: never) => string | { readonly message: string } | null | undefined
}

interface ZodSchema {
  readonly safeParse: (value: unknown, context: object) => ZodResult
  readonly safeParseAsync: (value: unknown, context: object) => Promise<ZodResult>
}

interface ZodResult {
  readonly data?: unknown
  readonly error?: { readonly issues: readonly FieldsIssue[] } | undefined
}

interface ZodIssue {
  readonly code?: unknown
}

/**
 * Messages of valibot: those that are registered in valibot for the language, as by `setSpecificMessage`, else those of
 * the catalogues under `validation.valibot`, by the type of the issue, such as `min_length`. A message that a schema has
 * of its own stays. A received value that a message quotes is replaced by its type.
 *
 * `languages` are the names of locales in valibot, where they differ from the code of the locale.
 *
 * @example
 * import { safeParse, safeParseAsync } from 'valibot'
 * i18n({ locales: ['en', 'de'], validation: [valibotMessages({ safeParse, safeParseAsync })] })
 */
export function valibotMessages(
  { safeParse, safeParseAsync }: ValibotFunctions,
  languages: Readonly<Record<string, string>> = {},
): SchemaMessages {
  return {
    vendor: 'valibot',
    validate(schema, value, { locale, find }) {
      const message = (issue: ValibotIssue) => find('valibot', issue.type, issue) ?? issue.message
      const config = { lang: languages[locale] ?? locale, message }
      const outcome = ({ output, issues }: ValibotResult): FieldsOutcome =>
        issues ? { issues: issues.map(withoutReceived) } : ({ value: output } as FieldsOutcome)
      const { async } = schema as unknown as { readonly async?: boolean }
      return async === true
        ? safeParseAsync(schema as never, value, config as never).then((result) => outcome(result as ValibotResult))
        : outcome(safeParse(schema as never, value, config as never) as ValibotResult)
    },
  }
}

/** The functions of valibot that validate. */
export interface ValibotFunctions {
  readonly safeParse: (schema: never, value: unknown, config?: never) => object
  readonly safeParseAsync: (schema: never, value: unknown, config?: never) => Promise<object>
}

interface ValibotIssue extends FieldsIssue {
  readonly type: string
  readonly input: unknown
  readonly received: string
}

interface ValibotResult {
  readonly output?: unknown
  readonly issues?: readonly ValibotIssue[] | undefined
}

/** Replaces the received value in a message by its type: the value may be a password. */
function withoutReceived({ message, path, input, received, ...issue }: ValibotIssue): FieldsIssue {
  const isQuoted = received === (typeof input === 'string' ? `"${input}"` : String(input))
  const told = isQuoted ? message.replaceAll(received, () => typeof input) : message
  return { ...issue, message: told, ...(path && { path }) }
}

/**
 * Messages of arktype: those of the catalogues under `validation.arktype`, by the code of the error, such as `minLength`.
 * A message that a type has of its own stays, and so does one without a translation.
 */
export function arktypeMessages(): SchemaMessages {
  return {
    vendor: 'arktype',
    validate(schema, value, { find }) {
      const told = (issue: ArkIssue): FieldsIssue => {
        const { path } = issue
        const message = messageOf(issue)
        return { message, rule: issue.rule, ...(path && { path }) } as FieldsIssue
      }
      const messageOf = (issue: ArkIssue): string => {
        if (!isDefaultMessage(issue)) return issue.message
        // Several errors at one place are one error, whose message lists them.
        if (issue.code === 'intersection') return (issue.errors ?? []).map(messageOf).join('; ')
        return find('arktype', issue.code, issue) ?? issue.message
      }
      const translated = (outcome: FieldsOutcome): FieldsOutcome =>
        outcome.issues ? { issues: Array.from(outcome.issues, (issue) => told(issue as ArkIssue)) } : outcome
      const outcome = schema['~standard'].validate(value)
      return outcome instanceof Promise ? outcome.then(translated) : translated(outcome)
    },
  }
}

interface ArkIssue extends FieldsIssue {
  readonly code: string
  readonly problem: string
  readonly rule?: unknown
  readonly expected: string
  readonly errors?: readonly ArkIssue[] | undefined
}

/** True if arktype made the message itself: then it says what the value must be. */
function isDefaultMessage({ code, message, expected }: ArkIssue): boolean {
  return code === 'intersection' || code === 'union' || message.includes(`must be ${expected}`)
}

/** Returns those properties of an issue that a message may show: they are of the schema, and never the value. */
export function valuesOf(issue: object): MessageValues {
  const values: [string, MessageValue][] = []
  for (const name of SHOWN) {
    const value = (issue as Readonly<Record<string, unknown>>)[name]
    if (typeof value === 'number' || typeof value === 'bigint') values.push([name, value])
    if (typeof value === 'string') values.push([name, value.replace(ACTUAL, '')])
  }
  return Object.fromEntries(values)
}

const SHOWN = ['minimum', 'maximum', 'divisor', 'format', 'origin', 'expected', 'requirement', 'rule', 'domain']

/** The words by which arktype quotes the value. */
const ACTUAL = /\s*\(was .*\)/s

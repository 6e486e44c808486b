import type { AnySchema, FieldsIssue, FieldsOutcome, SchemaValidator } from '@app/body-parser'
import type { NegotiatedLocale } from './negotiated-locale.ts'
import { type IssueMessages, type SchemaMessages, valuesOf } from './schema-messages.ts'
import type { Translations } from './translations.ts'

/**
 * Makes the function that validates with messages in the language of a request. A message that is a key of the
 * catalogues, as in `z.string().min(1, 'note.title-missing')`, is translated, whatever library has made it.
 */
export function localizedValidator(
  locale: NegotiatedLocale,
  libraries: ReadonlyMap<string, SchemaMessages>,
  translations: Translations,
): SchemaValidator {
  const messages: IssueMessages = {
    get locale() {
      return locale.peek()
    },
    find: (vendor, code, issue) => translations.find(locale.peek(), `validation.${vendor}.${code}`, valuesOf(issue)),
  }
  const translated = (outcome: FieldsOutcome): FieldsOutcome => {
    if (!outcome.issues) return outcome
    const { code } = locale
    return { issues: Array.from(outcome.issues, (issue) => withOwnMessage(issue, code, translations)) }
  }
  const validate = (schema: AnySchema, value: unknown) => {
    const library = libraries.get(schema['~standard'].vendor)
    const outcome = library ? library.validate(schema, value, messages) : schema['~standard'].validate(value)
    return outcome instanceof Promise ? outcome.then(translated) : translated(outcome)
  }
  return validate as SchemaValidator
}

function withOwnMessage(issue: FieldsIssue, locale: string, translations: Translations): FieldsIssue {
  const message = translations.find(locale, issue.message, valuesOf(issue)) ?? issue.message
  return { message, ...(issue.path && { path: Array.from(issue.path) }) }
}

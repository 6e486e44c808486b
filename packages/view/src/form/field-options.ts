import type { Markup } from '../markup/markup.ts'

/** The kinds of fields that `field()` renders. */
export type FieldType =
  | ('text' | 'email' | 'password' | 'number' | 'date' | 'textarea' | 'select' | 'checkbox' | 'radio' | 'file')
  | ('search' | 'tel' | 'url' | 'time' | 'datetime-local' | 'month' | 'week' | 'color' | 'range' | 'hidden')

export const FIELD_TYPES: readonly FieldType[] = [
  ...(['text', 'email', 'password', 'number', 'date', 'textarea', 'select', 'checkbox', 'radio', 'file'] as const),
  ...(['search', 'tel', 'url', 'time', 'datetime-local', 'month', 'week', 'color', 'range', 'hidden'] as const),
]

/**
 * The choices of a field: values that are also labels, or pairs of a value and its label, or a map of labels by value.
 * A map of JavaScript puts keys that are integers first; a list of pairs keeps its order.
 */
export type FieldChoices = Iterable<string | readonly [value: string, label: string]> | Readonly<Record<string, string>>

/** Options of `field()`. */
export interface FieldOptions {
  /** The name of the field, such as `title`, `address.city` or `items[0].title`. */
  readonly name: string
  readonly label: string | Markup
  /** Default: `text`. */
  readonly type?: FieldType | undefined
  /** The choices of `select` and `radio`, and of a `checkbox` of which several may be ticked. */
  readonly options?: FieldChoices | undefined
  /** A sentence that helps to fill in the field. Default: none. */
  readonly hint?: string | Markup | undefined
  /** The id of the input. Default: the name, with `-` for each dot and bracket. */
  readonly id?: string | undefined
  /** Default: true if the schema of the form demands a value, and is known. */
  readonly required?: boolean | undefined
  /** Default: the greatest length of the schema, if it is known. */
  readonly maxlength?: number | undefined
  readonly minlength?: number | undefined
  readonly min?: number | string | undefined
  readonly max?: number | string | undefined
  readonly step?: number | 'any' | undefined
  readonly pattern?: string | undefined
  readonly placeholder?: string | undefined
  readonly autocomplete?: string | undefined
  readonly inputmode?: string | undefined
  readonly accept?: string | undefined
  /** The lines of a text area. Default: those of the browser. */
  readonly rows?: number | undefined
  /** True if several files or choices may be selected. Default: `false`. */
  readonly multiple?: boolean | undefined
  readonly readonly?: boolean | undefined
  readonly disabled?: boolean | undefined
  /** What a single checkbox sends when it is ticked. Default: `on`. */
  readonly value?: string | undefined
  /** Puts the parts of the field together. Default: a `<div class="field">` around all of them. */
  readonly layout?: FieldLayout | undefined
}

/** Options of `field()` for a hidden field, which has no label and is never wrong. */
export interface HiddenFieldOptions {
  readonly name: string
  readonly type: 'hidden'
}

/** Puts the parts of a field together. */
export type FieldLayout = (parts: FieldParts) => Markup

/** The rendered parts of a field, of which each may be left out. */
export interface FieldParts {
  /** The label; `undefined` where the input contains it, as for a checkbox and for a group of choices. */
  readonly label: Markup | undefined
  readonly input: Markup
  readonly hint: Markup | undefined
  /** The messages about the field; `undefined` without any. */
  readonly problem: Markup | undefined
  readonly isWrong: boolean
  readonly type: FieldType
}

/** The names of all options, for the error about an unknown one. */
export const FIELD_OPTIONS: readonly (keyof FieldOptions)[] = [
  ...(['name', 'label', 'type', 'options', 'hint', 'id', 'required', 'maxlength', 'minlength', 'min', 'max'] as const),
  ...(['step', 'pattern', 'placeholder', 'autocomplete', 'inputmode', 'accept', 'rows', 'multiple'] as const),
  ...(['readonly', 'disabled', 'value', 'layout'] as const),
]

/**
 * The title of the section with declarations that a package does not export, but that its exported declarations use.
 */
export const NOT_EXPORTED = 'not exported, but used by what is'
/** The beginning of the title of the section with additions to the types of another package. */
export const ADDED = 'added to '

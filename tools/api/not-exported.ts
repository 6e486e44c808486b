/** The title of the section with declarations that are used and not exported. */
export const NOT_EXPORTED = 'not exported, but used by what is'
/** The beginning of the title of the section with additions to the types of another package. */
export const ADDED = 'added to '

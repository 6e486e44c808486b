/** The title of what declarations use and no module exports. */
export const NOT_EXPORTED = 'not exported, but used by what is'
/** The beginning of the title of what a package adds to the types of another one. */
export const ADDED = 'added to '

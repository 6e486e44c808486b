/** The title of what declarations use and no module exports. */
export const NOT_EXPORTED = 'not exported, but used by what is'

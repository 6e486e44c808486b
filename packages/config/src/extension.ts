/** Extensions of modules, which are imported. */
export const MODULE_EXTENSIONS: readonly string[] = ['ts', 'mts', 'js', 'mjs']

/** Extensions of all files that are loaded. */
export const FILE_EXTENSIONS: readonly string[] = [...MODULE_EXTENSIONS, 'json']

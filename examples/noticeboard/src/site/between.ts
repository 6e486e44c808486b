/** The priorities of what stands between routing and dispatch, where the route is known and has not run. */
export const Between = { GUARD: 0, TEAM: -10, DISPATCH: -100 } as const

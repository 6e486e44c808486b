/** The priorities of what stands between routing and dispatch, where the route is known and has not run. */
export const Between = { TEAM: 0, DISPATCH: -100 } as const

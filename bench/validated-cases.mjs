const body = JSON.stringify({ title: 'Tea', text: 'Buy some green tea, and biscuits.', count: 7 })

/** The cases of a validated body; the compared servers are in `validated/`. */
export const VALIDATED_CASES = {
  m: {
    title: 'POST, a small body that zod validates',
    method: 'POST',
    path: '/notes',
    headers: ['content-type: application/json'],
    body,
    status: 200,
    answer: { id: 7, title: 'Tea' },
    burst: 400,
  },
}

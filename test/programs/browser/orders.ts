/** Adds up the prices of an order, with a typical mistake: `priceOf` throws, two calls below the handler. */
export function total(order: Order): number {
  return order.lines.reduce((sum, line) => sum + priceOf(line), 0)
}

export async function loadOrder(id: string): Promise<Order> {
  try {
    return JSON.parse(STORED.get(id) as string)
  } catch (cause) {
    throw new Error(`The order ${id} cannot be read`, { cause })
  }
}

interface Order {
  readonly lines: readonly { readonly price?: { readonly amount: number } }[]
}

function priceOf(line: Order['lines'][number]): number {
  // One line of order 7 has no price, so reading `amount` throws.
  const { amount } = line.price as { readonly amount: number }
  return amount
}

const STORED = new Map([
  ['7', '{ "lines": [{ "price": { "amount": 3 } }, {}] }'],
  ['8', '{ "lines": [ <script>window.hacked = true</script>'],
])

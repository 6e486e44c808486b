/** A request, as a client sends it. */
export interface Sent {
  readonly method: string
  readonly path: string
  readonly query?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** For each service of AWS, a function that makes its event for a request, with the members that the link shows. */
export const EVENTS: Readonly<Record<string, (sent: Sent) => object>> = {
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html */
  'API Gateway, version 1': ({ method, path, query = '', headers, body }) => ({
    ...{ resource: '/{proxy+}', path: decodeURI(path), httpMethod: method },
    ...severalOf(Object.entries(withHost(headers)), 'headers', 'multiValueHeaders'),
    ...severalOf([...new URLSearchParams(query)], 'queryStringParameters', 'multiValueQueryStringParameters'),
    pathParameters: { proxy: path.slice(1) },
    stageVariables: null,
    requestContext: {
      ...{ accountId: '1', apiId: 'a', httpMethod: method, path: `/prod${path}`, stage: 'prod', protocol: 'HTTP/1.1' },
      ...{ requestId: 'r', resourceId: 'x', resourcePath: '/{proxy+}', identity: { sourceIp: '192.0.2.1' } },
    },
    ...carried(body, headers),
  }),
  /** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html */
  'API Gateway, version 2': ({ method, path, query = '', headers, body }) => {
    const { cookie, ...rest } = withHost(headers)
    return {
      ...{ version: '2.0', routeKey: '$default', rawPath: path, rawQueryString: query, headers: rest },
      ...(cookie && { cookies: cookie.split('; ') }),
      ...(query && { queryStringParameters: joined(query) }),
      requestContext: {
        ...{ accountId: '1', apiId: 'a', domainName: HOST, domainPrefix: 'a', requestId: 'r', stage: '$default' },
        http: { method, path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'test' },
        ...{ routeKey: '$default', time: '12/Mar/2026:19:03:58 +0000', timeEpoch: 1_583_348_638_390 },
      },
      ...carried(body, headers),
    }
  },
  /** https://docs.aws.amazon.com/elasticloadbalancing/latest/application/lambda-functions.html, multi-value headers. */
  'a load balancer (ALB)': ({ method, path, query = '', headers, body }) => ({
    requestContext: { elb: { targetGroupArn: 'arn:aws:elasticloadbalancing:eu-1:1:targetgroup/a/1' } },
    ...{ httpMethod: method, path },
    // ALB passes the query without decoding its percent escapes.
    ...severalOf(
      query.split('&').flatMap((pair) => (pair === '' ? [] : [pair.split('=') as [string, string]])),
      undefined,
      'multiValueQueryStringParameters',
    ),
    ...severalOf(Object.entries(withHost(headers)), undefined, 'multiValueHeaders'),
    ...carried(body, headers),
  }),
}

const HOST = 'shop.example'

function withHost(headers: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return { host: HOST, 'x-forwarded-proto': 'https', 'x-forwarded-port': '443', ...headers }
}

/** Returns the fields for a body in an event: strings and JSON are passed unchanged, other types in base 64. */
function carried(body: Sent['body'], headers: Sent['headers']): object {
  if (body === undefined) return { body: null, isBase64Encoded: false }
  const isText = /^(text|application\/json)/.test(headers?.['content-type'] ?? '')
  return { body: Buffer.from(body).toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText }
}

function joined(query: string): Readonly<Record<string, string>> {
  const all = new URLSearchParams(query)
  return Object.fromEntries([...new Set(all.keys())].map((name) => [name, all.getAll(name).join()]))
}

function severalOf(pairs: readonly (readonly [string, string])[], one: string | undefined, several: string): object {
  const lists: Record<string, string[]> = {}
  for (const [name, value] of pairs) lists[name] = [...(lists[name] ?? []), value]
  const isEmpty = pairs.length === 0
  return { ...(one && { [one]: isEmpty ? null : Object.fromEntries(pairs) }), [several]: isEmpty ? null : lists }
}

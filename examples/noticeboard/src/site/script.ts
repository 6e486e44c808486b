import type { ServerRequest } from '@app/core'
import { NONCE } from '@app/security-headers'
import { type Markup, markup, raw } from '@app/view'

/**
 * Makes the elements for a script: an import map, and the script itself. The script may import the client, whose files
 * config/autoload/static.global.ts serves.
 */
export function script(request: ServerRequest, path: string): Markup {
  return markup`<script type="importmap" nonce="${request.attribute(NONCE)}">
    { "imports": { "@app/client": "/modules/client/index.js", "@app/endpoint": "/modules/endpoint/index.js" } }
    </script><script type="module" src="${raw(path)}"></script>`
}

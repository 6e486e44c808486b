import { nearest, OptionError, type OptionKind, optionKind } from '@app/core/extending'

/**
 * The pages that may use each feature of the browser, such as `{ camera: ['self', 'https://meet.example'] }`: an empty
 * list for none, `'*'` for all, and `false` to leave out one of the defaults.
 */
export type Permissions = Readonly<Record<string, readonly string[] | '*' | false>>

/** Features that ask the visitor for something, and that most sites never use. */
const USUAL_PERMISSIONS: Permissions = {
  camera: [],
  'display-capture': [],
  geolocation: [],
  microphone: [],
  payment: [],
  usb: [],
}

/**
 * Writes the header, a dictionary of RFC 8941: `camera=(self "https://meet.example"), usb=()`. Empty without a feature.
 * Throws an `OptionError` for a feature that is probably misspelt.
 */
export function permissionsText(owner: string, permissions: Permissions): string {
  const all: Permissions = { ...USUAL_PERMISSIONS, ...permissions }
  return Object.entries(all)
    .flatMap(([feature, pages]) => {
      checkFeature(owner, feature)
      if (pages === false) return []
      return pages === '*' ? [`${feature}=*`] : [`${feature}=(${pages.map(item).join(' ')})`]
    })
    .join(', ')
}

function item(page: string): string {
  return page === 'self' ? page : `"${page}"`
}

/** The kind of the option `permissionsPolicy`. */
export const permissionsKind: OptionKind = {
  wants: 'false, or a map such as { camera: ["self", "https://meet.example"], usb: [] }',
  accepts: (value) =>
    value === false ||
    (typeof value === 'object' &&
      value !== null &&
      Object.entries(value).every(([feature, pages]) => /^[a-z]+(?:-[a-z]+)*$/.test(feature) && isPages(pages))),
}

function isPages(value: unknown): boolean {
  if (!Array.isArray(value)) return value === false || value === '*'
  return value.every((page) => page === 'self' || (typeof page === 'string' && isOrigin(page)))
}

/** True for an origin, which may have `*.` before its host for all subdomains. */
function isOrigin(page: string): boolean {
  return optionKind.origins.accepts([page.replace('://*.', '://')])
}

/** Refuses the name of a feature that is similar to a known one: it is probably misspelt, and browsers would ignore it. */
function checkFeature(owner: string, feature: string): void {
  const near = KNOWN.includes(feature) ? undefined : nearest(feature, KNOWN)
  if (near === undefined) return
  const problem = `"permissionsPolicy" has the feature ${feature}, which browsers ignore. Did you mean ${near}?`
  throw new OptionError(owner, 'permissionsPolicy', problem)
}

/** Names of features. Source: the registry of the Permissions Policy specification. */
const KNOWN: readonly string[] = [
  ...['accelerometer', 'ambient-light-sensor', 'attribution-reporting', 'autoplay', 'battery', 'bluetooth'],
  ...['browsing-topics', 'camera', 'clipboard-read', 'clipboard-write', 'compute-pressure', 'cross-origin-isolated'],
  ...['display-capture', 'encrypted-media', 'execution-while-not-rendered', 'execution-while-out-of-viewport'],
  ...['fullscreen', 'gamepad', 'geolocation', 'gyroscope', 'hid', 'identity-credentials-get', 'idle-detection'],
  ...['keyboard-map', 'local-fonts', 'magnetometer', 'microphone', 'midi', 'otp-credentials', 'payment'],
  ...['picture-in-picture', 'publickey-credentials-create', 'publickey-credentials-get', 'screen-wake-lock', 'serial'],
  ...['speaker-selection', 'storage-access', 'sync-xhr', 'unload', 'usb', 'web-share', 'window-management'],
  'xr-spatial-tracking',
]

import type { RouteHandler } from '@app/core'
import { translate } from '@app/i18n' // if i18n
import { markup } from '@app/view'
import { page } from './page.ts'

/** Shows the home page. */
export const home: RouteHandler<'/'> = (request) => // if code
export const home: RouteHandler<'home'> = (request) => // if not code
  page(request, {
    title: 'It runs', // if not i18n
    title: translate(request)('home.title'), // if i18n
    main: markup`
      // if not i18n
      <h1>It runs.</h1>
      // end
      // if i18n
      <h1>${translate(request)('home.title')}.</h1>
      <p class="lead">${translate(request)('home.lead')}</p>
      // end
      <p class="lead">This page is <code>home.ts</code>. Change it while <code>npm run dev</code> is running, and load it again.</p>
      <ul class="cards">
        <li>
          <h2><a href="/hello/Ada">A page with a placeholder</a></h2>
          <p>It greets the name in its path.</p>
        </li>
        // if api
        <li>
          <h2><a href="/api/docs">An API</a></h2>
          <p>The same for programs, with a page where people try it out.</p>
        </li>
        // end
        // if log-in
        <li>
          <h2><a href="/account">A page of one’s own</a></h2>
          <p>Visitors who are not logged in are sent to the log-in page.</p>
        </li>
        // end
        <li>
          <h2><a href="/nowhere">A page that is not there</a></h2>
          <p>Missing pages and errors look like <code>error-page.ts</code> says.</p>
        </li>
        <li>
          <h2><a href="/health/ready">Health</a></h2>
          <p>What probes ask, before they send traffic.</p>
        </li>
      </ul>`,
  })

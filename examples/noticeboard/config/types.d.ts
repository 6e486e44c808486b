// Written by `app types` from the configuration. Do not change it: run `app types` again.
import type { Config, ServiceOf } from '@app/core'

declare module '@app/core' {
  interface ApplicationTypes {
    services: {
      '@app/core/Application': ServiceOf<typeof import('@app/core').ApplicationFactory>
      'noticeboard/accounts': ServiceOf<typeof import('../src/accounts/accounts.ts').Accounts>
      'noticeboard/admin': ServiceOf<ReturnType<typeof import('@app/core').ApplicationFactory.for>>
      'noticeboard/attachments': ServiceOf<typeof import('../src/attachments/attachments.ts').Attachments>
      'noticeboard/client-files': ServiceOf<() => ReturnType<typeof import('@app/static').serveStatic>>
      'noticeboard/database': ServiceOf<typeof import('../src/database/provider.js').makeDatabase>
      'noticeboard/endpoint-files': ServiceOf<() => ReturnType<typeof import('@app/static').serveStatic>>
      'noticeboard/enter-team': ServiceOf<typeof import('../src/teams/enter-team.ts').enterTeam>
      'noticeboard/expiry': ServiceOf<typeof import('../src/notices/expiry.ts').expiry>
      'noticeboard/housekeeping': ServiceOf<typeof import('../src/housekeeping/housekeeping.ts').keepHouse>
      'noticeboard/hub': ServiceOf<typeof import('../src/redis/hub.ts').openHub>
      'noticeboard/idempotency-keys': ServiceOf<typeof import('../src/api/provider.js').keepKeys>
      'noticeboard/identify': ServiceOf<typeof import('../src/accounts/identity.ts').identify>
      'noticeboard/job-engine': ServiceOf<typeof import('../src/database/provider.js').keepJobs>
      'noticeboard/links': ServiceOf<typeof import('../src/mail/links.ts').Links>
      'noticeboard/mail-sender': ServiceOf<typeof import('../src/mail/send-mail.ts').mailSender>
      'noticeboard/mailer': ServiceOf<() => ReturnType<typeof import('../src/mail/mailer.ts').createMailer>>
      'noticeboard/news': ServiceOf<typeof import('../src/news/news.ts').News>
      'noticeboard/notices': ServiceOf<typeof import('../src/notices/notices.ts').Notices>
      'noticeboard/passwords': ServiceOf<() => ReturnType<typeof import('@app/authentication/passwords').passwords>>
      'noticeboard/redis': ServiceOf<typeof import('../src/redis/connection.ts').connect>
      'noticeboard/sessions': ServiceOf<typeof import('../src/redis/sessions.ts').openSessions>
      'noticeboard/still-in': ServiceOf<typeof import('../src/news/still-in.ts').stillIn>
      'noticeboard/stored-sessions': ServiceOf<typeof import('../src/sessions/provider.js').storeSessions>
      'noticeboard/teams': ServiceOf<typeof import('../src/teams/teams.ts').Teams>
      config: Config & ApplicationTypes['configuration']
    }
    otherServices: '@app/authentication' | '@app/authorization' | '@app/cookies' | '@app/core/Logger' | '@app/csrf' | '@app/health' | '@app/idempotency' | '@app/jobs' | '@app/jobs/runner' | '@app/jobs/start' | '@app/once-links' | '@app/opentelemetry' | '@app/opentelemetry/jobs' | '@app/rate-limit' | '@app/security-headers' | '@app/session' | '@app/static' | '@app/static/assets' | 'noticeboard/admin-config' | 'noticeboard/database-check'
    injected: {
      'noticeboard/accounts': typeof import('../src/accounts/accounts.ts').Accounts
      'noticeboard/attachments': typeof import('../src/attachments/attachments.ts').Attachments
      'noticeboard/database': typeof import('../src/database/provider.js').makeDatabase
      'noticeboard/enter-team': typeof import('../src/teams/enter-team.ts').enterTeam
      'noticeboard/expiry': typeof import('../src/notices/expiry.ts').expiry
      'noticeboard/hub': typeof import('../src/redis/hub.ts').openHub
      'noticeboard/idempotency-keys': typeof import('../src/api/provider.js').keepKeys
      'noticeboard/identify': typeof import('../src/accounts/identity.ts').identify
      'noticeboard/job-engine': typeof import('../src/database/provider.js').keepJobs
      'noticeboard/links': typeof import('../src/mail/links.ts').Links
      'noticeboard/mail-sender': typeof import('../src/mail/send-mail.ts').mailSender
      'noticeboard/news': typeof import('../src/news/news.ts').News
      'noticeboard/notices': typeof import('../src/notices/notices.ts').Notices
      'noticeboard/redis': typeof import('../src/redis/connection.ts').connect
      'noticeboard/sessions': typeof import('../src/redis/sessions.ts').openSessions
      'noticeboard/stored-sessions': typeof import('../src/sessions/provider.js').storeSessions
      'noticeboard/teams': typeof import('../src/teams/teams.ts').Teams
    }
    routes: {
      '/api/client.json^GET': Readonly<Record<string, never>>
      '/api/docs^GET': Readonly<Record<string, never>>
      '/api/openapi.json^GET': Readonly<Record<string, never>>
      'admin.accounts': Readonly<Record<string, never>>
      'admin.role': { readonly id: string | number }
      'api.notice.create': { readonly team: string | number }
      'api.notices': { readonly team: string | number }
      'api.teams': Readonly<Record<string, never>>
      'attachment.download': { readonly team: string | number; readonly id: string | number; readonly attachment: string | number }
      graphql: Readonly<Record<string, never>>
      'invitation.accept': Readonly<Record<string, never>>
      'invitation.show': Readonly<Record<string, never>>
      'log-in': Readonly<Record<string, never>>
      'log-in.show': Readonly<Record<string, never>>
      'log-out': Readonly<Record<string, never>>
      'news.stream': { readonly team: string | number }
      'notice.create': { readonly team: string | number }
      'notice.remove': { readonly team: string | number; readonly id: string | number }
      'notice.show': { readonly team: string | number; readonly id: string | number }
      'notice.write': { readonly team: string | number }
      password: Readonly<Record<string, never>>
      'password.show': Readonly<Record<string, never>>
      'sign-up': Readonly<Record<string, never>>
      'sign-up.finish': Readonly<Record<string, never>>
      'sign-up.finish.show': Readonly<Record<string, never>>
      'sign-up.show': Readonly<Record<string, never>>
      'team.found': Readonly<Record<string, never>>
      'team.invite': { readonly team: string | number }
      'team.list': Readonly<Record<string, never>>
      'team.members': { readonly team: string | number }
      'team.remove-member': { readonly team: string | number; readonly id: string | number }
      'team.show': { readonly team: string | number }
    }
    placed: {
      listed: {
        'GET /api/teams (api.teams)': typeof import('../src/api/handlers.ts').answerTeams
        'GET /api/teams/{team}/notices (api.notices)': typeof import('../src/api/handlers.ts').answerNotices
        'POST /api/teams/{team}/notices (api.notice.create)': typeof import('../src/api/handlers.ts').answerNewNotice
      }
      routes: {
        'attachment.download': typeof import('../src/attachments/download.ts').download
        graphql: typeof import('../src/graphql/graphql.ts').graphQl
        'invitation.accept': typeof import('../src/teams/invitations.ts').acceptInvitation
        'invitation.show': typeof import('../src/teams/invitations.ts').showInvitation
        'log-in': typeof import('../src/accounts/log-in.ts').logIn
        'news.stream': typeof import('../src/news/show-news.ts').showNews
        'notice.create': typeof import('../src/attachments/attachments.ts').saveUploads | typeof import('../src/notices/write-notice.ts').writeNotice
        'notice.remove': typeof import('../src/notices/show-notice.ts').removeNotice
        'notice.show': typeof import('../src/notices/show-notice.ts').showNotice
        password: typeof import('../src/accounts/change-password.ts').changePassword
        'sign-up': typeof import('../src/accounts/sign-up.ts').signUp
        'sign-up.finish': typeof import('../src/accounts/finish-sign-up.ts').finishSignUp
        'sign-up.finish.show': typeof import('../src/accounts/finish-sign-up.ts').showFinishSignUp
        'team.found': typeof import('../src/teams/show-teams.ts').foundTeam
        'team.invite': typeof import('../src/teams/members.ts').invite
        'team.list': typeof import('../src/teams/show-teams.ts').showTeams
        'team.members': typeof import('../src/teams/members.ts').showMembers
        'team.remove-member': typeof import('../src/teams/members.ts').removeMember
        'team.show': typeof import('../src/notices/list-notices.ts').listNotices
      }
    }
    configuration: {
      once_links: {
        secret: string | null
      }
      cookies: {
        secret: string | null
      }
      csrf: {
        secret: string | null
      }
      jobs: {
        secret: string | null
        engine: string
        handlers: {
          housekeeping: string
          'mail.send': string
        }
        schedule: {
          housekeeping: string
        }
      }
      session: {
        secret: string | null
        store: string
      }
      database: {
        file: string
        migrations: {
          mail: readonly (string)[]
          accounts: readonly (string)[]
          teams: readonly (string)[]
          notices: readonly (string)[]
          attachments: readonly (string)[]
        }
      }
      health: {
        checks: {
          database: string
        }
      }
      housekeeping: {
        chores: readonly (string)[]
      }
      mail: {
        url: string | null
        folder: string
        from: string
        site: string
      }
      authorization: {
        otherwise: string
        hide: boolean
      }
      authentication: {
        loginPage: string
        session: {
          identify: string
        }
      }
      notices: {
        days: number
      }
      attachments: {
        folder: string
      }
      idempotency: {
        store: string
      }
      redis: {
        url: string | null
      }
      rate_limit: {
        redis: string
        limit: number
      }
      static: {
        folder: URL
        cacheControl: string
      }
    }
  }
}

declare module '@app/container-factory' {
  interface ApplicationTypes extends Pick<import('@app/core').ApplicationTypes, 'services' | 'otherServices'> {}
}

<a href="${it.page.url('note.show', { id: it.id })}">${it.id}</a>

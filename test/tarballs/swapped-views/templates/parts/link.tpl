<a href="${it.app.url('note.show', { id: it.id })}">${it.id}</a>

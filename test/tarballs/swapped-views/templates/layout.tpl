<main>${it.body}</main>

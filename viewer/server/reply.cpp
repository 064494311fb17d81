// SPDX-License-Identifier: MIT
#include "reply.hpp"

#include "answer_header_table.hpp"

#include <cerrno>

namespace nopy::view {
namespace {

constexpr const char* type_name = "Content-Type";

reply of_bytes(unsigned status, std::string_view bytes, std::string_view type,
               MHD_ResponseMemoryMode kept) {
  // The function takes what it does not change as if it did.
  reply made(status,
             MHD_create_response_from_buffer(bytes.size(), const_cast<char*>(bytes.data()), kept),
             bytes.size());
  made.set(type_name, std::string(type));
  return made;
}

/// One sentence. Who was refused gets no second request on the same connection.
reply of_sentence(unsigned status, std::string_view sentence) {
  reply made = of_bytes(status, std::string(sentence) + "\n", "text/plain; charset=utf-8",
                        MHD_RESPMEM_MUST_COPY);
  if (status == 405) made.set("Allow", "GET, HEAD");
  if (status != 404 && status != 410 && status != 412 && status != 416)
    made.set("Connection", "close");
  return made;
}

reply of_asset(std::string_view path, const site& of) {
  const asset* found = find_asset(of.page, path);
  if (found == nullptr) return of_sentence(404, "Nothing is here.");
  const std::string_view bytes(reinterpret_cast<const char*>(found->bytes.data()),
                               found->bytes.size());
  return of_bytes(200, bytes, media_type(path), MHD_RESPMEM_PERSISTENT);
}

reply of_missing(const error& what) {
  const int code = what.system_code();
  if (code == EMFILE || code == ENFILE || code == ENOMEM)
    return of_sentence(503, "Too many files are open; ask again.");
  return of_sentence(410, "The file is gone, or can not be read any more.");
}

MHD_Response* send_part(opened_file& from, const file_answer& part) {
  if (part.count == 0)
    return MHD_create_response_from_buffer(0, const_cast<char*>(""), MHD_RESPMEM_PERSISTENT);
  const int fd = from.release();  // closed with the response
  return MHD_create_response_from_fd_at_offset64(part.count, fd, part.offset);
}

reply of_part(opened_file& from, const file_answer& part) {
  const std::string size = std::to_string(from.size_bytes());
  reply made = part.status == 412 ? of_sentence(412, "The file changed.")
               : part.status == 416
                   ? of_sentence(416, "The file has no such range; one range at a time.")
                   : reply(part.status, send_part(from, part), part.count);
  if (part.status == 206)
    made.set("Content-Range", "bytes " + std::to_string(part.offset) + "-" +
                                  std::to_string(part.offset + part.count - 1) + "/" + size);
  if (part.status == 416) made.set("Content-Range", "bytes */" + size);
  if (part.status == 200 || part.status == 206) made.set(type_name, "application/octet-stream");
  made.set("Accept-Ranges", "bytes");
  made.set("ETag", from.tag());
  return made;
}

reply of_file(const verdict& judged, bool head, const site& of) {
  auto opened = opened_file::open(of.files[judged.file].path);
  if (!opened) return of_missing(opened.error());
  const file_state state{opened->size_bytes(), opened->tag()};
  return of_part(*opened,
                 head ? answer_head(judged.asked, state) : answer_get(judged.asked, state));
}

}  // namespace

reply::reply(unsigned status, MHD_Response* made, std::uint64_t body_bytes) noexcept
    : status_(status), body_bytes_(body_bytes), made_(made) {
  if (made_ == nullptr) return;
  for (const answer_header& one : answer_headers)
    MHD_add_response_header(made_.get(), one.name, one.value);
}

void reply::set(const char* name, const std::string& value) noexcept {
  if (made_ != nullptr) MHD_add_response_header(made_.get(), name, value.c_str());
}

MHD_Result reply::queue(MHD_Connection* to) const noexcept {
  return made_ == nullptr ? MHD_NO : MHD_queue_response(to, status_, made_.get());
}

reply make_reply(const verdict& judged, bool head, const site& of) {
  switch (judged.to) {
    case route::asset:
      return of_asset(judged.asset, of);
    case route::listing:
      return of_bytes(200, of.list_files(), "application/json", MHD_RESPMEM_MUST_COPY);
    case route::file:
      return of_file(judged, head, of);
    case route::moved: {
      reply made = of_sentence(301, "The page is at the same address with a slash behind it.");
      made.set("Location", "/" + of.token + "/");
      return made;
    }
    case route::refused:
      break;
  }
  return of_sentence(judged.status, judged.reason);
}

}  // namespace nopy::view
